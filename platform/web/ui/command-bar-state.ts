import type { ReactNode } from 'react';
import { isMac } from '../keyboard.ts';
import { createStore } from '../store.ts';
import { useStore } from '../use-store.ts';

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

const opened = createStore(false);

/** Opens or closes the command bar, from a button for instance. */
export const showCommandBar = (next: boolean): void => opened.set(next);

export const toggleCommandBar = (): void => showCommandBar(!opened.get());

/** Whether the command bar is open. */
export const useCommandBarOpened = (): boolean => useStore(opened);

/** The key as this machine writes it: ⌘ on a Mac, Ctrl elsewhere. */
export const keyName = (key: string): string =>
  key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key;
