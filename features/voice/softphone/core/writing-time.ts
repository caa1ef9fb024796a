/** With less than this left, whoever writes gets more time. */
const SHORT_MS = 20_000;
const MORE_SEC = 30;

/**
 * How many seconds the work after a call is made longer because somebody writes; 0: not now. Never beyond what the
 * tenant lets anybody add (`latestMs`): a note saves itself, and the next caller waits.
 */
export function moreForWriting({
  endsMs,
  latestMs,
  nowMs,
}: {
  endsMs: number;
  latestMs: number;
  nowMs: number;
}): number {
  if (nowMs >= endsMs || endsMs - nowMs > SHORT_MS) return 0;
  return Math.max(0, Math.min(MORE_SEC, Math.floor((latestMs - endsMs) / 1_000)));
}
