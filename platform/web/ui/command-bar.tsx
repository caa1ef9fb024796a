import { Suspense, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import { isMac } from '../keyboard.ts';

/** Something the command bar offers, with its words in the user's language. */
export interface CommandEntry {
  id: string;
  title: string;
  /** Where it belongs: a heading in the list. */
  group?: string;
  /** Shown under the title. */
  detail?: string;
  keywords?: readonly string[];
  keys?: readonly string[];
  icon?: ReactNode;
  run: () => void;
}

const Panel = lazy(() => import('./command-bar-panel.tsx'));

let opened = false;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Opens or closes the command bar, from a button for instance. */
export function showCommandBar(next: boolean): void {
  opened = next;
  watchers.forEach((watcher) => watcher());
}

/** Whether the command bar is open. */
export const useCommandBarOpened = (): boolean => useSyncExternalStore(watch, () => opened);

/** The key as this machine writes it: ⌘ on a Mac, Ctrl elsewhere. */
export const keyName = (key: string): string =>
  key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key;

/** Pages and deeds by name, on Ctrl/⌘-K. Its code comes when it is first opened. */
export function CommandBar({ entries }: { entries: () => readonly CommandEntry[] }) {
  const isOpen = useCommandBarOpened();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  // Before the page is seen: a key pressed at first sight counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      showCommandBar(!opened);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return wasOpen ? (
    <Suspense>
      <Panel opened={isOpen} entries={isOpen ? entries() : []} />
    </Suspense>
  ) : null;
}
