import type { Clock } from '../clock.ts';
import type { Drain, Draining } from './drain.ts';

export function openDrain(clock: Pick<Clock, 'nowMs'>): Drain {
  const listeners = new Set<() => void>();
  let current: Draining | null = null;

  function become(next: Draining | null): void {
    current = next;
    for (const listener of listeners) listener();
  }

  return {
    current: () => current,
    begin(by, untilMs) {
      if (current?.by === 'signal' || current?.by === by) return;
      become({ by, sinceMs: current?.sinceMs ?? clock.nowMs(), untilMs });
    },
    takeBack() {
      if (current?.by === 'signal') return false;
      if (current) become(null);
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
