import { createStore, type Store } from '../store.ts';
import { presentToasts, type Toast } from '../toast.ts';

/** A notice on the page. */
export interface ShownToast extends Toast {
  key: number;
}

/** Bad news stays long enough to be read; good news need not. */
const STAY_MS = { success: 3_000, info: 5_000, warning: 7_000, error: 9_000 } as const;
/** Long enough to notice a mistake. */
const ACTION_MS = 10_000;
const AT_MOST = 4;

const shown: Store<readonly ShownToast[]> = createStore([], () => presentToasts(toastList.show));
let lastKey = 0;
let held = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function stopTimer(key: number): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

function set(next: readonly ShownToast[]): void {
  for (const gone of shown.get()) if (!next.includes(gone)) stopTimer(gone.key);
  shown.set(next);
}

const leaveLater = (one: ShownToast) =>
  timers.set(
    one.key,
    setTimeout(() => toastList.close(one.key), one.stayMs ?? (one.action ? ACTION_MS : STAY_MS[one.tone])),
  );

/** The notices on the page: newest last, a few at most, each for its time. */
export const toastList = {
  get: shown.get,
  subscribe: shown.subscribe,
  show(notice: Toast): void {
    const one = { ...notice, key: (lastKey += 1) };
    set([...shown.get().filter((other) => notice.id === undefined || other.id !== notice.id), one].slice(-AT_MOST));
    if (!held) leaveLater(one);
  },
  close: (key: number): void => set(shown.get().filter((one) => one.key !== key)),
  /** Nothing goes away while the pointer or the focus is on the notices. */
  hold(on: boolean): void {
    held = on;
    for (const one of shown.get()) {
      stopTimer(one.key);
      if (!on) leaveLater(one);
    }
  },
};
