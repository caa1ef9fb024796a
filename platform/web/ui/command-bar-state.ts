import { useSyncExternalStore, type ReactNode } from 'react';
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

export const toggleCommandBar = (): void => showCommandBar(!opened);

/** Whether the command bar is open. */
export const useCommandBarOpened = (): boolean => useSyncExternalStore(watch, () => opened);

/** The key as this machine writes it: ⌘ on a Mac, Ctrl elsewhere. */
export const keyName = (key: string): string =>
  key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key;
