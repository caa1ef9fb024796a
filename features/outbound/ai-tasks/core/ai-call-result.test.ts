import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { aiResultOf, type EndedAiCall } from './ai-call-result.ts';

const byCustomer = { cause: 'normal', endedBy: 'customer', talkMs: 40_000, wasAnswered: true } as const;
const byUs = { cause: 'normal', endedBy: 'server', talkMs: 40_000, wasAnswered: true } as const;
const notConnected = { ...byUs, talkMs: 0, wasAnswered: false } as const;
const ended = (status: FinalCallStatus, more: Partial<EndedAiCall> = {}): EndedAiCall => ({
  status,
  wasMachine: false,
  end: { cause: 'failed', endedBy: 'server', talkMs: 0, wasAnswered: false },
  talk: null,
  ...more,
});
const talked = (talk: AiCallResult | null, more: Partial<EndedAiCall> = {}): EndedAiCall =>
  ended(FinalCallStatus.talked, { end: byUs, talk, ...more });
const { communicated, humanVoice, aiHungUp, userQuickHangup, userHungUp, voicemail, silence } = AiCallResult;

/** What conversations end as is made in `core/flow`, and tested there by the situations themselves. */
test.each<[AiCallResult, string, EndedAiCall]>([
  [1, 'both talked and the flow said goodbye', talked(communicated)],
  [2, 'a person was there, and nothing more', talked(humanVoice)],
  [3, 'the flow said its piece to nobody who answered', talked(aiHungUp)],
  [3, 'somebody of ours ended it after a while', talked(userHungUp)],
  [6, 'somebody of ours ended it at once', talked(userQuickHangup, { end: { ...byUs, talkMs: 3_000 } })],
  [7, 'the customer hung up at once', talked(userQuickHangup, { end: { ...byCustomer, talkMs: 3_000 } })],
  [6, 'somebody of ours ended it before the flow began', talked(null, { end: { ...byUs, talkMs: 3_000 } })],
  [
    6,
    'somebody of ours ended it before they were told from a machine',
    ended(FinalCallStatus.failedToConnect, { end: { ...byUs, talkMs: 800 } }),
  ],
  [7, 'they hung up before the flow began', ended(FinalCallStatus.failedToConnect, { end: byCustomer })],
  [8, 'the customer declined', ended(FinalCallStatus.userRejected)],
  [9, 'nobody answered', ended(FinalCallStatus.ringNotAnswered)],
  [9, 'we let it ring long enough', ended(FinalCallStatus.ringTooLong)],
  [10, 'they are on a list', ended(FinalCallStatus.blacklisted, { end: null })],
  [11, 'they are not to be called from here', ended(FinalCallStatus.directionIllegal, { end: null })],
  [12, 'there is no such number', ended(FinalCallStatus.numberNotInService)],
  [12, 'it is no number', ended(FinalCallStatus.numberMalformed, { end: null })],
  [13, 'they want no calls', ended(FinalCallStatus.userBusyRejected)],
  [13, 'the way refused it', ended(FinalCallStatus.failedToConnect, { end: { ...notConnected, cause: 'refused' } })],
  [14, 'nothing came back', ended(FinalCallStatus.dialNoResponse)],
  [
    14,
    'nobody is there now',
    ended(FinalCallStatus.failedToConnect, { end: { ...notConnected, cause: 'unreachable' } }),
  ],
  [15, 'the line is engaged', ended(FinalCallStatus.userOccupied)],
  [15, 'our lines are', ended(FinalCallStatus.lineUnavailable, { end: null })],
  [16, 'the way broke', ended(FinalCallStatus.failedToConnect)],
  [16, 'the route has no line', ended(FinalCallStatus.routeNoLine, { end: null })],
  [17, 'the customer hung up', talked(userHungUp, { end: byCustomer })],
  [17, 'the line of the customer was lost', talked(userHungUp, { end: { ...byUs, cause: 'lost' } })],
  [18, 'a machine answered', talked(voicemail)],
  [18, 'a machine answered, and the flow never began', talked(null, { wasMachine: true })],
  [19, 'a mailbox spoke before the answer', ended(FinalCallStatus.earlyMediaVoicemail)],
  [20, 'nobody said a word', talked(silence)],
  [21, 'the flow never began', talked(null)],
  [21, 'the sentences could not be spoken', ended(FinalCallStatus.ttsFailed, { end: null })],
  [21, 'no plan could be made', ended(FinalCallStatus.schedulingError, { end: null })],
  [22, 'a person took over', talked(AiCallResult.transferSucceeded)],
  [23, 'no person came', talked(AiCallResult.transferFailed, { end: byCustomer })],
  [24, 'it took too long', talked(AiCallResult.timeoutHangup)],
])('[TASK-04] an AI call came to %i where %s', (result, _, call) => {
  expect(aiResultOf(call)).toBe(result);
});

test('[TASK-04] every result has its situation, and every status leads to one, or to none where nobody can say', () => {
  const none = FinalCallStatus.rows
    .filter(({ code }) => code !== FinalCallStatus.talked && aiResultOf(ended(code)) === null)
    .map(({ code }) => code);
  expect(none).toEqual([FinalCallStatus.unknown, FinalCallStatus.stopped, FinalCallStatus.balanceInsufficient]);
});
