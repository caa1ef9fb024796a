import type { Clock } from '#platform/server/clock.ts';
import type { After } from '#platform/server/timer.ts';
import type { Turns } from './turns.ts';

interface TurnsParts {
  clock: Pick<Clock, 'monotonicMs'>;
  after: After;
  /** Answers for how long nothing has to be looked at, whatever happens besides; Infinity: until somebody says so. */
  look(): Promise<number>;
}

/** What happens at once is looked at together. */
export const TOGETHER_MS = 20;

/** Sleeps by timers, which count evenly: a clock that is set changes nothing. */
export function openTurns({ clock, after, look }: TurnsParts): Turns {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  let cancel: (() => void) | null = null;
  let timerAtMs = Infinity;

  function begin(): void {
    if (running || isStopped) return;
    isWanted = false;
    running = look().then((sleepMs) => {
      running = null;
      soon(isWanted ? TOGETHER_MS : sleepMs);
    });
  }

  function soon(ms: number): void {
    if (isStopped || ms === Infinity) return;
    if (running) return void (isWanted ||= ms <= TOGETHER_MS);
    const atMs = clock.monotonicMs() + ms;
    if (atMs >= timerAtMs) return;
    cancel?.();
    timerAtMs = atMs;
    cancel = after(ms, () => {
      timerAtMs = Infinity;
      cancel = null;
      begin();
    });
  }

  return {
    soon,
    isRunning: () => running !== null,
    async settled() {
      for (let last = running; last; last = running) await last;
    },
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
