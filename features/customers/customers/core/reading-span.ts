/** The customers somebody read within an hour, from the first of them on. */
export interface ReadingSpan {
  sinceMs: number;
  ids: ReadonlySet<number>;
  /** Said that they were many. */
  wasLogged: boolean;
}

const SPAN_MS = 3_600_000;
/** More people than these nobody deals with in an hour: it is worth an entry in the log. */
export const READ_IN_A_SPAN = 500;

/** Goes on with a span, or begins the next; `isLogDue` once, when more were read than one deals with. */
export function readOn(
  before: ReadingSpan | undefined,
  ids: readonly number[],
  nowMs: number,
): { span: ReadingSpan; isLogDue: boolean } {
  const lasts = before !== undefined && nowMs < before.sinceMs + SPAN_MS;
  const sinceMs = lasts ? before.sinceMs : nowMs;
  // Once it is told nothing more is counted.
  if (lasts && before.wasLogged) return { span: before, isLogDue: false };
  const read = new Set([...(lasts ? before.ids : []), ...ids]);
  const isLogDue = read.size > READ_IN_A_SPAN;
  return { span: { sinceMs, ids: isLogDue ? new Set() : read, wasLogged: isLogDue }, isLogDue };
}

/** Whether a span is over, and need not be kept. */
export const isOver = ({ sinceMs }: ReadingSpan, nowMs: number): boolean => nowMs >= sinceMs + SPAN_MS;
