/** A clock that stands still until a test turns it, and the timers that wait for it. */
export interface HandClock {
  nowMs(): number;
  /** What has passed, wherever the wall is set. */
  monotonicMs(): number;
  /** Somebody sets the wall forward or back; no time passes. */
  setWall(byMs: number): void;
  /** A timer by this clock; what it returns takes it back. */
  after(ms: number, act: () => void): () => void;
  /** Time passes; every timer acts at its moment, in their order. */
  turn(ms: number): void;
  /** Time passes and no timer acts: those that are due wait for `actNext`. */
  leap(ms: number): void;
  /** When the next timer is due, as `monotonicMs` counts. */
  dueMs(): number | null;
  /** Lets the timer act that has been due longest; false when none is. */
  actNext(): boolean;
}

/** Begins now, unless a test needs a certain day. */
export function handClock(startMs = Date.now()): HandClock {
  let nowMs = startMs;
  let wallOffMs = 0;
  const timers = new Map<() => void, number>();
  const next = () => [...timers].toSorted(([, a], [, b]) => a - b)[0];
  const clock: HandClock = {
    nowMs: () => nowMs + wallOffMs,
    monotonicMs: () => nowMs,
    setWall: (byMs) => void (wallOffMs += byMs),
    after(ms, act) {
      const run = (): void => act();
      timers.set(run, nowMs + ms);
      return () => void timers.delete(run);
    },
    turn(ms) {
      const untilMs = nowMs + ms;
      for (let due = clock.dueMs(); due !== null && due <= untilMs; due = clock.dueMs()) {
        nowMs = Math.max(nowMs, due);
        clock.actNext();
      }
      nowMs = untilMs;
    },
    leap: (ms) => void (nowMs += ms),
    dueMs: () => next()?.[1] ?? null,
    actNext() {
      const [run, atMs] = next() ?? [];
      if (run === undefined || atMs! > nowMs) return false;
      timers.delete(run);
      run();
      return true;
    },
  };
  return clock;
}

/** A clock whose every reading a test makes up. */
export const clockOf = (nowMs: () => number): { nowMs(): number; monotonicMs(): number } => ({
  nowMs,
  monotonicMs: nowMs,
});

/** So that no limit ends many attempts early: a while passes with every look, though the wall says the true time, or nobody's proof of who they are would be fresh. */
export const hurriedClock = (stepMs: () => number = () => 1_000): { nowMs(): number; monotonicMs(): number } => {
  let passedMs = 0;
  return { nowMs: () => Date.now(), monotonicMs: () => (passedMs += stepMs()) };
};
