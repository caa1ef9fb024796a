import type { Mail } from './mail.ts';

export const OWN = 'help@aurora.example';

/** A mail of a customer, already unwrapped. */
export function aMail({
  headers = {},
  ...wishes
}: Partial<Omit<Mail, 'headers'>> & { headers?: Record<string, string> } = {}): Mail {
  return {
    messageId: '<m1@mail.example>',
    inReplyTo: '',
    references: [],
    subject: 'Two tickets',
    from: { address: 'mei@mail.example', name: 'Mei Lin' },
    replyTo: null,
    sentAtMs: Date.UTC(2026, 10, 15, 9),
    text: 'May I change the date?',
    files: [],
    ...wishes,
    headers: new Map(Object.entries(headers)),
  };
}
