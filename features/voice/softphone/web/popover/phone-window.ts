import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';
import { kept } from './kept-choices.ts';

export type PhoneTab = 'dial' | 'recent' | 'search';

/** The softphone's window: shown or not, where, and what is typed in it. It outlives the pages. */
export interface PhoneWindow {
  open: boolean;
  /** Stays open from page to page and after a reload; stands in the dock where a page has one. */
  pinned: boolean;
  /** Where it was moved to, in pixels from the upper left; null: below the pill. */
  at: { x: number; y: number } | null;
  tab: PhoneTab;
  number: string;
  /** The country of the number; null: the one kept on this browser. */
  iso2: string | null;
  /** A place a page offers; the pinned phone stands in it. */
  dock: HTMLElement | null;
}

const isPinned = kept.get('fixedStatus') === 'true';
const shown = createStore<PhoneWindow>({
  open: isPinned,
  pinned: isPinned,
  at: null,
  tab: 'dial',
  number: '',
  iso2: null,
  dock: null,
});

export const phoneWindow = {
  get: shown.get,
  set: (part: Partial<PhoneWindow>): void => shown.update((now) => ({ ...now, ...part })),
  toggle: (): void => shown.update((now) => ({ ...now, open: !now.open })),
  pin(pinned: boolean): void {
    kept.set('fixedStatus', String(pinned));
    phoneWindow.set({ pinned });
  },
};

export const usePhoneWindow = (): PhoneWindow => useStore(shown);

/** Opens the phone with a number to call: nothing is dialled until the agent says so. */
export const openDialer = (part: { number?: string; iso2?: string } = {}): void =>
  phoneWindow.set({ open: true, tab: 'dial', ...part });

/** For the element a page offers as dock: `<div ref={phoneDock} />`. */
export function phoneDock(element: HTMLElement | null): () => void {
  phoneWindow.set({ dock: element });
  return () => {
    if (shown.get().dock === element) phoneWindow.set({ dock: null });
  };
}
