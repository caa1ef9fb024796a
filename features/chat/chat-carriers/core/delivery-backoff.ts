const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Two hours together: whoever waits for an answer that long has gone elsewhere, and the agent should know. */
const pauses = [
  5 * SECOND_MS,
  20 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
];
/** Long enough for a carrier to tell that it has the message after all. */
const DOUBT_MS = 90 * SECOND_MS;

/** How long to wait before a message is sent again after so many tries; null: it is given up. */
export function deliveryBackoffMs(tries: number, maybeTaken: boolean): number | null {
  const pause = pauses[tries - 1];
  return pause === undefined ? null : maybeTaken ? Math.max(pause, DOUBT_MS) : pause;
}
