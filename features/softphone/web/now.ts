import { useSyncExternalStore } from 'react';
import { PHONE } from '#core/phone/phone-constants.ts';

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let shown = 0;

const wholeSecond = (): number => Math.floor(Date.now() / PHONE.timerTickMs) * PHONE.timerTickMs;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    shown = Date.now();
    timer = setInterval(() => {
      shown = Date.now();
      for (const tell of watchers) tell();
    }, PHONE.timerTickMs);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

/** The page's clock in milliseconds, a second at a time; one timer serves every component. */
export const useNow = (): number => useSyncExternalStore(watch, () => (watchers.size > 0 ? shown : wholeSecond()));
