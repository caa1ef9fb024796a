import { useSyncExternalStore } from 'react';

interface CheckWindow {
  opened: boolean;
  /** The test begins by itself. */
  begins: boolean;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
}

let now: CheckWindow = { opened: false, begins: false, turn: 0 };
const watchers = new Set<() => void>();
const set = (next: CheckWindow): void => {
  now = next;
  for (const tell of watchers) tell();
};

/** Opens the line check; `begins` starts the test at once. */
export const openLineCheck = ({ begins = false }: { begins?: boolean } = {}): void =>
  set({ opened: true, begins, turn: now.turn + 1 });
export const closeLineCheck = (): void => set({ ...now, opened: false });
export const isLineCheckOpen = (): boolean => now.opened;

export const useCheckWindow = (): CheckWindow =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => now,
  );
