import { codes, type CodeOf } from '../codes.ts';

/** A call of a task while it lasts (specification P9). */
export const LiveCallStatus = codes({
  pending: { code: 1, key: 'liveCallStatus.pending', tone: 'grey' },
  scheduling: { code: 2, key: 'liveCallStatus.scheduling', tone: 'grey' },
  dialing: { code: 3, key: 'liveCallStatus.dialing', tone: 'violet' },
  ringing: { code: 4, key: 'liveCallStatus.ringing', tone: 'violet' },
  talking: { code: 5, key: 'liveCallStatus.talking', tone: 'blue' },
  synthesizing: { code: 14, key: 'liveCallStatus.synthesizing', tone: 'warning' },
});
export type LiveCallStatus = CodeOf<typeof LiveCallStatus>;
