import type { SmsOutcome } from './sms-message.ts';

/** What a rehearsed phone does with a message. */
export interface RehearsedPhone {
  /** The carrier does not take it at all. */
  refuses: boolean;
  outcome: SmsOutcome;
  afterMs: number;
  /** What its owner answers. */
  answers: string | null;
}

const delivers: RehearsedPhone = { refuses: false, outcome: 'delivered', afterMs: 400, answers: null };

/** The last two digits of a number decide; every other number gets its message at once. */
export const rehearsedEndings: Readonly<Record<string, RehearsedPhone>> = {
  91: { ...delivers, outcome: 'notDelivered' },
  92: { ...delivers, refuses: true },
  93: { ...delivers, afterMs: 20_000 },
  94: { ...delivers, answers: 'STOP' },
  95: { ...delivers, answers: 'OK 👍' },
  96: { ...delivers, outcome: 'failed' },
};

export const rehearsedPhone = (number: string): RehearsedPhone => rehearsedEndings[number.slice(-2)] ?? delivers;
