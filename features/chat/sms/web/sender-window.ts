import { useSyncExternalStore } from 'react';
import { useCan } from '#platform/web/viewer.ts';

/** Whom a message is for, as far as the page that opens the sender knows. */
export interface SmsTarget {
  /** Digits, perhaps with the country's code, or the word that stands for a hidden number; none where the call says it. */
  number?: string;
  iso2?: string;
  callId?: string;
  /** What is shown where the number itself must not be. */
  shown?: string;
}

interface SenderWindow {
  opened: boolean;
  target: SmsTarget;
  /** Grows with every opening, so that each begins anew. */
  turn: number;
}

let now: SenderWindow = { opened: false, target: {}, turn: 0 };
const watchers = new Set<() => void>();
const set = (next: SenderWindow): void => {
  now = next;
  for (const tell of watchers) tell();
};

export const openSender = (target: SmsTarget = {}): void => set({ opened: true, target, turn: now.turn + 1 });
export const closeSender = (): void => set({ ...now, opened: false });

export const useSenderWindow = (): SenderWindow =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => now,
  );

/** Opens the sender for somebody; null for those who may not send. */
export const useSendSms = (): ((target: SmsTarget) => void) | null => (useCan()('sms.use') ? openSender : null);
