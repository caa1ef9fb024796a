/** Puts the cursor into the first field of what was just opened: `<div ref={focusFirst}>`. */
export function focusFirst(opened: HTMLElement | null): void {
  opened?.querySelector<HTMLInputElement>('input:not([aria-hidden])')?.focus();
}
