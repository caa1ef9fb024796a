import { useSyncExternalStore } from 'react';

/** Whether a window is open, and what it was opened with. */
export type WindowState<Wish extends object> = Wish & {
  opened: boolean;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
};

/** A window that anything on the page may open; its host draws it. What it was opened with stays while it closes. */
export function windowState<Wish extends object>(unasked: Wish) {
  let now: WindowState<Wish> = { ...unasked, opened: false, turn: 0 };
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };
  const set = (next: WindowState<Wish>): void => {
    now = next;
    for (const tell of watchers) tell();
  };
  const get = (): WindowState<Wish> => now;
  return {
    get,
    open: (wish: Wish): void => set({ ...wish, opened: true, turn: now.turn + 1 }),
    close: (): void => set({ ...now, opened: false }),
    use: (): WindowState<Wish> => useSyncExternalStore(watch, get),
  };
}
