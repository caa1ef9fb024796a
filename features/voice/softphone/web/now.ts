import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let shown = 0;
/** Every page has this file: the table of the phone's numbers stays where the phone is. */
const TICK_MS = 1_000;

const wholeSecond = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    shown = Date.now();
    timer = setInterval(() => {
      shown = Date.now();
      for (const tell of watchers) tell();
    }, TICK_MS);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

/** The page's clock in milliseconds, a second at a time; one timer serves every component. */
export const useNow = (): number => useSyncExternalStore(watch, () => (watchers.size > 0 ? shown : wholeSecond()));
