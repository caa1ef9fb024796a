import type { DeskClock } from './desk-parts.ts';

/** Timers that are taken back together. */
export interface Timers {
  later(afterMs: number, run: () => void): void;
  stop(): void;
}

export function openTimers(clock: DeskClock): Timers {
  const cancels = new Set<() => void>();
  return {
    later(afterMs, run) {
      const cancel = clock.later(afterMs, () => {
        cancels.delete(cancel);
        run();
      });
      cancels.add(cancel);
    },
    stop() {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
