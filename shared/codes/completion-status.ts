import { codes, type CodeOf } from '../codes.ts';

/** The live states of a call and, with 6, that it is over (specification P9). */
export const CompletionStatus = codes({
  pending: { code: 1, key: 'completionStatus.pending', tone: 'grey' },
  scheduling: { code: 2, key: 'completionStatus.scheduling', tone: 'grey' },
  dialing: { code: 3, key: 'completionStatus.dialing', tone: 'violet' },
  ringing: { code: 4, key: 'completionStatus.ringing', tone: 'violet' },
  talking: { code: 5, key: 'completionStatus.talking', tone: 'blue' },
  completed: { code: 6, key: 'completionStatus.completed', tone: 'green' },
  synthesizing: { code: 14, key: 'completionStatus.synthesizing', tone: 'warning' },
});
export type CompletionStatus = CodeOf<typeof CompletionStatus>;
