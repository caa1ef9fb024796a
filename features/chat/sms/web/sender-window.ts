import { useCan } from '#platform/web/viewer.ts';
import { windowState } from '#platform/web/window-state.ts';

/** Whom a message is for, as far as the page that opens the sender knows. */
export interface SmsTarget {
  /** Digits, perhaps with the country's code, or the word that stands for a hidden number; none where the call says it. */
  number?: string;
  iso2?: string;
  callId?: string;
  /** What is shown where the number itself must not be. */
  shown?: string;
}

const senderWindow = windowState<{ target: SmsTarget }>({ target: {} });

export const openSender = (target: SmsTarget = {}): void => senderWindow.open({ target });
export const closeSender = senderWindow.close;
export const useSenderWindow = senderWindow.use;
export const senderIsOpen = senderWindow.isOpen;

/** Opens the sender for somebody; null for those who may not send. */
export const useSendSms = (): ((target: SmsTarget) => void) | null => (useCan()('sms.use') ? openSender : null);
