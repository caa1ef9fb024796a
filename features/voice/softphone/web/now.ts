import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';

/** Every page has this file: the table of the phone's numbers stays where the phone is. */
const TICK_MS = 1_000;

const wholeSecond = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** Null while nobody looks at it. */
const clock = createStore<number | null>(null, ({ set }) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), TICK_MS);
  return () => {
    clearInterval(timer);
    set(null);
  };
});

/** The page's clock in milliseconds, a second at a time; one timer serves every component. */
export const useNow = (): number => useStore(clock, (nowMs) => nowMs ?? wholeSecond());
