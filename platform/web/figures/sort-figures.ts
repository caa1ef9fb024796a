/** Which column rows are sorted by, and whether the smallest stands first. */
export interface FigureSort {
  by: string;
  up: boolean;
}

/** What a click on the head of a column means: the largest first, and the other way round the next time. */
export const sortAfterClick = (sort: FigureSort | null, by: string): FigureSort => ({
  by,
  up: sort?.by === by ? !sort.up : false,
});

/** Rows by a figure of theirs. What is unknown stands at the end either way; of equals the first stays first. */
export const sortedByFigure = <Row>(
  rows: readonly Row[],
  value: (row: Row) => number | null,
  up: boolean,
): readonly Row[] => rows.toSorted((a, b) => compare(value(a), value(b), up));

function compare(a: number | null, b: number | null, up: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return up ? a - b : b - a;
}
