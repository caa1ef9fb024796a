/**
 * The windows a page is drawn for, each by the widest it still means. Nothing else in the product asks how wide a window is:
 * styles write `@media (--phone)` or `not (--narrow)` (`width-names.ts` puts these in), code `useMediaQuery(widths.phone)`.
 */
export const widths = {
  /** A telephone held upright: one column, rows as cards, windows as sheets from below. */
  phone: '(max-width: 640px)',
  /** The rail is a drawer, a desk shows one column at a time, the header keeps the essentials. */
  narrow: '(max-width: 899px)',
  /** Beside the rail there is room for one thing in a row. */
  compact: '(max-width: 1099px)',
  /** The header keeps its icons and drops their words; what one sets once is in the user card. */
  snug: '(max-width: 1249px)',
} as const;
