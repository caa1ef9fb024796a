import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';

/** The header's own popovers that something else may open: the reminder, the command bar, a hint on a page. */
export type Panel = 'zone' | 'user';

const open = createStore<Panel | null>(null);

/** Opens a popover, or closes whichever is open. */
export const openPanel = (panel: Panel | null): void => open.set(panel);

/** Whether a popover is open, and how to change that. */
export function usePanel(panel: Panel): [boolean, (opened: boolean) => void] {
  const now = useStore(open);
  return [now === panel, (opened) => openPanel(opened ? panel : now === panel ? null : now)];
}
