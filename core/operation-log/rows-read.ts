/** Rows somebody was given by one call within an hour; the same question asked again gives nothing new. */
export interface RowsRead {
  sinceMs: number;
  questions: ReadonlySet<string>;
  rows: number;
  /** Said that they were many. */
  wasReported: boolean;
}

const HOUR_MS = 3_600_000;
/** More nobody looks at in an hour: somebody, or a program, takes the list along. */
export const MANY_ROWS = 5_000;

export const isHourOver = ({ sinceMs }: RowsRead, nowMs: number): boolean => nowMs >= sinceMs + HOUR_MS;

/** Goes on with an hour, or begins the next; `isDue` once, when more rows were read than one looks at. */
export function readRows(
  before: RowsRead | undefined,
  { question, rows }: { question: string; rows: number },
  nowMs: number,
): { read: RowsRead; isDue: boolean } {
  const lasts = before !== undefined && !isHourOver(before, nowMs);
  if (lasts && (before.wasReported || before.questions.has(question))) return { read: before, isDue: false };
  const read = (lasts ? before.rows : 0) + rows;
  const isDue = read > MANY_ROWS;
  // Once it is told nothing more is counted.
  const questions = isDue ? new Set<string>() : new Set([...(lasts ? before.questions : []), question]);
  return { read: { sinceMs: lasts ? before.sinceMs : nowMs, questions, rows: read, wasReported: isDue }, isDue };
}
