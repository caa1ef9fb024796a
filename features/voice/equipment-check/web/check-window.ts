import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';

interface EquipmentWindow {
  opened: boolean;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
}

const checkWindow = createStore<EquipmentWindow>({ opened: false, turn: 0 });

/** Opens the check, at the question what the trouble is. */
export const openEquipmentCheck = (): void => checkWindow.update(({ turn }) => ({ opened: true, turn: turn + 1 }));
export const closeEquipmentCheck = (): void => checkWindow.update((now) => ({ ...now, opened: false }));

export const useEquipmentWindow = (): EquipmentWindow => useStore(checkWindow);
