import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** Whether a window is open, and what it was opened with. */
export type WindowState<Wish extends object> = Wish & {
  opened: boolean;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
};

/** A window that anything on the page may open; its host draws it. What it was opened with stays while it closes. */
export function windowState<Wish extends object>(unasked: Wish) {
  const state = createStore<WindowState<Wish>>({ ...unasked, opened: false, turn: 0 });
  return {
    get: state.get,
    isOpen: { get: (): boolean => state.get().opened, subscribe: state.subscribe },
    open: (wish: Wish): void => state.update(({ turn }) => ({ ...wish, opened: true, turn: turn + 1 })),
    close: (): void => state.update((now) => ({ ...now, opened: false })),
    use: (): WindowState<Wish> => useStore(state),
  };
}
