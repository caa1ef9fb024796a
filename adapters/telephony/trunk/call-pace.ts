/** A call that would have to wait longer is refused: somebody holds the line meanwhile. */
const MOST_WAIT_MS = 3_000;

/** Spreads calls so that a carrier never gets more in a second than it allows; a short rush waits its turn. */
export class CallPace {
  readonly #everyMs: number;
  readonly #perSec: number;
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(callsPerSec: number) {
    this.#perSec = callsPerSec;
    this.#everyMs = 1_000 / Math.max(callsPerSec, Number.EPSILON);
  }

  /** How long the next call has to wait; null when that is too long. */
  next(nowMs: number): number | null {
    if (this.#perSec <= 0) return null;
    const startMs = Math.max(nowMs, this.#nextMs);
    if (startMs - nowMs > MOST_WAIT_MS) return null;
    this.#nextMs = startMs + this.#everyMs;
    return startMs - nowMs;
  }
}
