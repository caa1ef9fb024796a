export interface Clock {
  /** Wall time, for people and for what is stored. Set back, the machine's clock is followed slowly: this one does not go back. */
  nowMs(): number;
  /** Counts evenly whatever becomes of the wall, for limits, patience and durations. Only differences mean anything. */
  monotonicMs(): number;
}

/** How much slower time passes until a wall that was set back has caught up. */
const SLOWER = 0.05;
/** A clock that was wrong by more was never right: what it said is not kept up, since catching up with it would take ten hours. */
const NEVER_RIGHT_MS = 1_800_000;

/**
 * A clock that runs on when somebody sets the machine's back: a wrap-up still ends, nothing is stored as over before it began.
 * Set forward, it follows at once, as after a sleep of the machine.
 */
export function steadyClock(machine: { wallMs(): number; monotonicMs(): number }): Clock {
  let shownMs = machine.wallMs();
  let shownAtMs = machine.monotonicMs();
  return {
    nowMs() {
      const [wallMs, atMs] = [machine.wallMs(), machine.monotonicMs()];
      const lapseMs = atMs - shownAtMs;
      shownAtMs = atMs;
      const aheadMs = shownMs + lapseMs - wallMs;
      shownMs = aheadMs > NEVER_RIGHT_MS ? wallMs : Math.max(wallMs, shownMs + lapseMs * (1 - SLOWER));
      return Math.floor(shownMs);
    },
    monotonicMs: () => machine.monotonicMs(),
  };
}

const { timeOrigin } = performance;

export const systemClock: Clock = steadyClock({
  wallMs: () => Date.now(),
  monotonicMs: () => timeOrigin + performance.now(),
});

/** Wall time of one thing that lasts: of its beginning plus what has passed since. Its moments are as far apart as they were. */
export function lastingClock(clock: Clock, begunMs = clock.nowMs()): { nowMs(): number } {
  const atMs = clock.monotonicMs();
  return { nowMs: () => Math.floor(begunMs + clock.monotonicMs() - atMs) };
}
