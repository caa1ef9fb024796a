import type { Answer } from './flow-events.ts';

/** What a test stops at until the tester says how it goes on: who takes over, and what is left as a message. */
export const stagedAsks = ['transfer', 'voicemail'] as const;
export type StagedAsk = (typeof stagedAsks)[number];

/** How a transfer can go. */
export const transferEnds = ['answered', 'nobody', 'busy'] as const;
export type TransferEnd = (typeof transferEnds)[number];

const done: Answer = { ok: true, what: 'done' };
const transferAnswers: Readonly<Record<TransferEnd, Answer>> = {
  answered: done,
  nobody: { ok: false, why: 'noAnswer' },
  busy: { ok: false, why: 'busy' },
};

/**
 * What a call would have answered the flow, had it gone so; null for what cannot happen. A message counts as left whether anything was
 * said or not, as on a call: a silent one only reaches no box.
 */
export function stagedAnswer(asked: StagedAsk, reply: string): Answer | null {
  if (asked === 'voicemail') return done;
  const end = transferEnds.find((one) => one === reply);
  return end === undefined ? null : transferAnswers[end];
}
