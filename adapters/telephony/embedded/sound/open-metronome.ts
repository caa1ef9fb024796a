import { FRAME_MS } from '#core/telephony/sound.ts';
import type { Metronome } from '../../carrier.ts';

/** After a stall this many frames are made up for at once; more would be heard as a burst and are left out. */
const MOST_AT_ONCE = 5;

export interface MetronomeOptions {
  now?: () => number;
  /** A subscriber threw; the others go on. */
  onFault?: (error: unknown) => void;
}

/** The one timer of all sounds: every 20 ms by the clock, however late each timer came. Nobody subscribed, no timer. */
export function openMetronome(options: MetronomeOptions = {}): Metronome & { stop(): void } {
  const now = options.now ?? (() => performance.now());
  const onFault = options.onFault ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  const subscribers = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let dueMs = 0;

  const tickAll = (): void => {
    // A copy: whoever subscribes during a tick waits for the next.
    const present = [...subscribers];
    for (const tick of present) {
      if (!subscribers.has(tick)) continue;
      try {
        tick();
      } catch (error) {
        onFault(error);
      }
    }
  };
  const wake = (): void => {
    const nowMs = now();
    for (let done = 0; dueMs <= nowMs && done < MOST_AT_ONCE && subscribers.size > 0; done++) {
      dueMs += FRAME_MS;
      tickAll();
    }
    while (dueMs <= nowMs) dueMs += FRAME_MS;
    timer = subscribers.size > 0 ? setTimeout(wake, Math.max(0, dueMs - now())) : null;
  };
  const rest = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };

  return {
    subscribe(tick) {
      // Wrapped, so that one function subscribed twice is two subscriptions.
      const own = (): void => tick();
      subscribers.add(own);
      if (!timer) {
        dueMs = now() + FRAME_MS;
        timer = setTimeout(wake, FRAME_MS);
      }
      return () => {
        subscribers.delete(own);
        if (subscribers.size === 0) rest();
      };
    },
    stop() {
      subscribers.clear();
      rest();
    },
  };
}
