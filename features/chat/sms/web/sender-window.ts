import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';
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

const senderWindow = createStore<SenderWindow>({ opened: false, target: {}, turn: 0 });

export const openSender = (target: SmsTarget = {}): void =>
  senderWindow.update(({ turn }) => ({ opened: true, target, turn: turn + 1 }));
export const closeSender = (): void => senderWindow.update((now) => ({ ...now, opened: false }));

export const useSenderWindow = (): SenderWindow => useStore(senderWindow);

/** Opens the sender for somebody; null for those who may not send. */
export const useSendSms = (): ((target: SmsTarget) => void) | null => (useCan()('sms.use') ? openSender : null);
