import { useSyncExternalStore } from 'react';

/** The header's own popovers that something else may open: the reminder, the command bar, a hint on a page. */
export type Panel = 'zone' | 'user';

let open: Panel | null = null;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Opens a popover, or closes whichever is open. */
export function openPanel(panel: Panel | null): void {
  open = panel;
  watchers.forEach((watcher) => watcher());
}

/** Whether a popover is open, and how to change that. */
export function usePanel(panel: Panel): [boolean, (opened: boolean) => void] {
  const now = useSyncExternalStore(watch, () => open);
  return [now === panel, (opened) => openPanel(opened ? panel : now === panel ? null : now)];
}
