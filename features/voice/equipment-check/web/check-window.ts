import { useSyncExternalStore } from 'react';

interface EquipmentWindow {
  opened: boolean;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
}

let now: EquipmentWindow = { opened: false, turn: 0 };
const watchers = new Set<() => void>();
const set = (next: EquipmentWindow): void => {
  now = next;
  for (const tell of watchers) tell();
};

/** Opens the check, at the question what the trouble is. */
export const openEquipmentCheck = (): void => set({ opened: true, turn: now.turn + 1 });
export const closeEquipmentCheck = (): void => set({ ...now, opened: false });

export const useEquipmentWindow = (): EquipmentWindow =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => now,
  );
