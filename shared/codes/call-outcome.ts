import { codes, type CodeOf } from '../codes.ts';

/**
 * What became of a call of people: the status of a call record. The numbers are ours; missed, rejected and device
 * error are three different things. `reached` says that somebody talked to somebody.
 */
export const CallOutcome = codes({
  lasting: { code: 0, key: 'callOutcome.lasting', tone: 'blue', reached: false },
  talked: { code: 1, key: 'callOutcome.talked', tone: 'green', reached: true },
  abandoned: { code: 2, key: 'callOutcome.abandoned', tone: 'red', reached: false },
  missed: { code: 3, key: 'callOutcome.missed', tone: 'red', reached: false },
  rejected: { code: 4, key: 'callOutcome.rejected', tone: 'red', reached: false },
  deviceError: { code: 5, key: 'callOutcome.deviceError', tone: 'warning', reached: false },
  voicemail: { code: 6, key: 'callOutcome.voicemail', tone: 'violet', reached: false },
  callbackPromised: { code: 7, key: 'callOutcome.callbackPromised', tone: 'violet', reached: false },
  busy: { code: 8, key: 'callOutcome.busy', tone: 'warning', reached: false },
  noAnswer: { code: 9, key: 'callOutcome.noAnswer', tone: 'warning', reached: false },
  declined: { code: 10, key: 'callOutcome.declined', tone: 'warning', reached: false },
  unreachable: { code: 11, key: 'callOutcome.unreachable', tone: 'warning', reached: false },
  cancelled: { code: 12, key: 'callOutcome.cancelled', tone: 'grey', reached: false },
  refused: { code: 13, key: 'callOutcome.refused', tone: 'red', reached: false },
  failed: { code: 14, key: 'callOutcome.failed', tone: 'red', reached: false },
  server: { code: 15, key: 'callOutcome.server', tone: 'red', reached: false },
  agentUnreached: { code: 16, key: 'callOutcome.agentUnreached', tone: 'warning', reached: false },
  noAgent: { code: 17, key: 'callOutcome.noAgent', tone: 'red', reached: false },
  machine: { code: 18, key: 'callOutcome.machine', tone: 'grey', reached: false },
});
export type CallOutcome = CodeOf<typeof CallOutcome>;
