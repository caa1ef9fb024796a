import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';

interface CheckWindow {
  opened: boolean;
  /** The test begins by itself. */
  begins: boolean;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
}

const checkWindow = createStore<CheckWindow>({ opened: false, begins: false, turn: 0 });

/** Opens the line check; `begins` starts the test at once. */
export const openLineCheck = ({ begins = false }: { begins?: boolean } = {}): void =>
  checkWindow.update(({ turn }) => ({ opened: true, begins, turn: turn + 1 }));
export const closeLineCheck = (): void => checkWindow.update((now) => ({ ...now, opened: false }));
export const isLineCheckOpen = (): boolean => checkWindow.get().opened;

export const useCheckWindow = (): CheckWindow => useStore(checkWindow);
