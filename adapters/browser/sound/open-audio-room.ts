import type { AudioRoom, RoomSource } from './audio-room.ts';

/** A context that may run does so within this time; one that may not stays silent and says nothing. */
const TRIED_WITHIN_MS = 500;

export function openAudioRoom({ make, wasTouched, window }: RoomSource): AudioRoom {
  const listeners: (() => void)[] = [];
  let context: AudioContext | null = null;
  let inside = 0;
  let isBlocked = false;

  /** Let once, let always. */
  let hasRun = false;
  const needs = (): boolean => isBlocked || (wasTouched() === false && !hasRun);
  let last = needs();
  const settle = (): void => {
    hasRun ||= context?.state === 'running';
    if (needs() === last) return;
    last = !last;
    for (const listener of listeners) listener();
  };
  const wake = async (): Promise<void> => {
    if (context && inside > 0 && context.state !== 'running') await context.resume().catch(() => {});
  };
  const touched = (): void => {
    void wake();
    isBlocked = false;
    settle();
  };
  for (const gesture of ['pointerdown', 'pointerup', 'keydown'])
    window.addEventListener(gesture, touched, { capture: true });

  function enter(): AudioContext | null {
    inside += 1;
    if (!context) {
      context = make();
      context?.addEventListener('statechange', () => {
        settle();
        // It was still going to rest when somebody came in.
        if (context?.state === 'suspended') void wake();
      });
      settle();
    }
    void wake();
    return context;
  }
  function leave(): void {
    inside = Math.max(0, inside - 1);
    if (inside === 0 && context?.state === 'running') void context.suspend().catch(() => {});
  }

  /** Some browsers let a page sound that nobody touched: because it is installed, or often listened to. */
  async function attempt(): Promise<void> {
    const tried = enter();
    if (tried && tried.state !== 'running') {
      await new Promise<void>((resolve) => {
        tried.addEventListener('statechange', () => resolve(), { once: true });
        setTimeout(resolve, TRIED_WITHIN_MS);
      });
    }
    settle();
    leave();
  }

  return {
    enter,
    leave,
    needsGesture: needs,
    blocked(now) {
      isBlocked = now;
      settle();
    },
    async enable() {
      void wake();
      isBlocked = false;
      if (needs()) await attempt();
      settle();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
