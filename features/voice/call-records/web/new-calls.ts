/** The rows of a list with what has changed about them since; none comes or goes, so nothing moves under the reader's hand. */
export function withChanges<Row extends { callId: string }>(rows: readonly Row[], fresh: readonly Row[]): Row[] {
  const byId = new Map(fresh.map((row) => [row.callId, row]));
  return rows.map((row) => byId.get(row.callId) ?? row);
}

/** How many of the fresh rows are not in the list. */
export function unseenOf<Row extends { callId: string }>(rows: readonly Row[], fresh: readonly Row[]): number {
  const seen = new Set(rows.map(({ callId }) => callId));
  return fresh.filter(({ callId }) => !seen.has(callId)).length;
}
