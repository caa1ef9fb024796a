import type { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** The dialogs every part of the product may ask the shell for. */
export type ShellDialog =
  /** The browser withholds sound or microphone: how to allow it. */
  | { kind: 'permission'; blocked: BlockedMedia }
  /** A call was missed, so the agent is on break now. */
  | { kind: 'idle' }
  /**
   * No seat is free. `retry` asks again and says whether a seat was given; put away, one goes on waiting until `giveUp`.
   * Belongs to a page: the shell closes it when that page is left.
   */
  | {
      kind: 'busy';
      seat: 'text' | 'voice';
      ahead: number | null;
      waitSec: number;
      retry: () => Promise<boolean>;
      giveUp: () => void;
    };

const shown = createStore<ShellDialog | null>(null);

/** Shows and takes away the shell's dialogs, one at a time; the last one asked for is shown. */
export const shellDialogs = {
  show: (dialog: ShellDialog): void => shown.set(dialog),
  /** Takes the dialog of a kind away, or whichever is shown. */
  close(kind?: ShellDialog['kind']): void {
    if (kind === undefined || shown.get()?.kind === kind) shown.set(null);
  },
  current: (): ShellDialog | null => shown.get(),
};

/** The dialog on show, for the shell. */
export const useShellDialog = (): ShellDialog | null => useStore(shown);
