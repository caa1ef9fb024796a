/** Calls back once, later; the answer stops it. The clock itself is handed in: here is none. */
export type After = (ms: number, act: () => void) => () => void;

/** Timers of somebody who may leave before they are up. */
export interface Timers {
  later(afterMs: number, act: () => void): void;
  /** How many have not come yet. */
  running(): number;
  /** Whatever has not come will not come; new ones may be set. */
  clear(): void;
}

/** Keeps the timers that run, so that all of them can be taken back together. */
export function openTimers(after: After): Timers {
  const stops = new Set<() => void>();
  return {
    later(afterMs, act) {
      const stop = after(afterMs, () => {
        stops.delete(stop);
        act();
      });
      stops.add(stop);
    },
    running: () => stops.size,
    clear() {
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}
