/** What became of some rows since they were last told: those that are new or different, and the ids of those that are gone. */
export interface RowChanges<Row> {
  rows: Row[];
  gone: (number | string)[];
}

type RowId = number | string;

/** Rows as they were told; one that reads the same is the same, and the same object is not even read. */
export type PushedRows = ReadonlyMap<RowId, { row: unknown; text: string }>;

/** What has to be told for a reader of `pushed` to know `rows`; null when nothing has. */
export function changesSince<Row>(
  pushed: PushedRows,
  rows: readonly Row[],
  idOf: (row: Row) => RowId,
): { changes: RowChanges<Row> | null; pushed: PushedRows } {
  const now = new Map<RowId, { row: unknown; text: string }>();
  const changed: Row[] = [];
  for (const row of rows) {
    const before = pushed.get(idOf(row));
    if (before?.row === row) {
      now.set(idOf(row), before);
      continue;
    }
    const text = JSON.stringify(row);
    now.set(idOf(row), { row, text });
    if (before?.text !== text) changed.push(row);
  }
  const gone = [...pushed.keys()].filter((id) => !now.has(id));
  return { changes: changed.length + gone.length > 0 ? { rows: changed, gone } : null, pushed: now };
}

/** The rows a reader has after hearing changes. What did not change stays the same object, so that nothing is drawn anew for it. */
export function afterChanges<Row>(
  known: ReadonlyMap<RowId, Row>,
  changes: RowChanges<Row> | undefined,
  idOf: (row: Row) => RowId,
): ReadonlyMap<RowId, Row> {
  if (!changes) return known;
  const next = new Map(known);
  for (const id of changes.gone) next.delete(id);
  for (const row of changes.rows) next.set(idOf(row), row);
  return next;
}
