import { expect, test } from 'vitest';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { causeOfStatus } from '#core/telephony/end-causes.ts';
import { finalStatusOf, previewResultOf, type AttemptEnd } from './attempt-end.ts';

type LineEnd = Extract<AttemptEnd, { by: 'line' }>;
const line = (sipStatus: number, more: Partial<LineEnd> = {}): LineEnd => ({
  by: 'line',
  cause: causeOfStatus(sipStatus),
  sipStatus,
  wasAnswered: false,
  rangMs: null,
  earlyVoicemail: false,
  gaveUp: false,
  ...more,
});

const situations: [string, AttemptEnd, FinalCallStatus][] = [
  ['somebody answered', line(200, { wasAnswered: true, rangMs: 4_000 }), FinalCallStatus.talked],
  ['it is no number', { by: 'plan', refused: 'wrongNumber' }, FinalCallStatus.numberMalformed],
  ['the network failed', line(500), FinalCallStatus.failedToConnect],
  ['the phone could not take it', line(488), FinalCallStatus.failedToConnect],
  ['the line is busy', line(486), FinalCallStatus.userOccupied],
  ['they are busy everywhere', line(600), FinalCallStatus.userBusyRejected],
  ['they declined', line(603), FinalCallStatus.userRejected],
  ['no plan could be made', { by: 'plan', refused: 'boundNumberError' }, FinalCallStatus.schedulingError],
  ['the sentences could not be spoken', { by: 'speech' }, FinalCallStatus.ttsFailed],
  ['the server went down in between', { by: 'nobody' }, FinalCallStatus.unknown],
  ['the number is blacklisted', { by: 'plan', refused: 'numberBlacklisted' }, FinalCallStatus.blacklisted],
  ['it was stopped', { by: 'stop' }, FinalCallStatus.stopped],
  ['we hung up before an answer', line(487), FinalCallStatus.stopped],
  [
    'there is no money',
    { by: 'plan', refused: 'dialerOverdue', detail: 'balance' },
    FinalCallStatus.balanceInsufficient,
  ],
  ['the country is not called', { by: 'plan', refused: 'countryNotAllowed' }, FinalCallStatus.directionIllegal],
  ['nobody has this number', line(404), FinalCallStatus.numberNotInService],
  ['it rang until the network gave up', line(408, { rangMs: 60_000 }), FinalCallStatus.ringNotAnswered],
  ['nothing came back', line(408), FinalCallStatus.dialNoResponse],
  ['a mailbox spoke before the answer', line(480, { earlyVoicemail: true }), FinalCallStatus.earlyMediaVoicemail],
  ['it rang until we gave up', line(487, { gaveUp: true, rangMs: 30_000 }), FinalCallStatus.ringTooLong],
  ['we gave up before it rang', line(487, { gaveUp: true }), FinalCallStatus.dialNoResponse],
  ['the route has no line', { by: 'plan', refused: 'noTrunk', detail: 'route' }, FinalCallStatus.routeNoLine],
  ['every line is full', { by: 'plan', refused: 'noTrunk', detail: 'allFull' }, FinalCallStatus.lineUnavailable],
];

test.each(situations)('when %s the attempt ends with its status', (_when, end, status) => {
  expect(finalStatusOf(end)).toBe(status);
});

test('every final status has a situation', () => {
  expect(new Set(situations.map(([, , status]) => status))).toEqual(
    new Set(FinalCallStatus.rows.map(({ code }) => code)),
  );
});

test('[TASK-01] what came of a call of a preview task follows from its status', () => {
  expect(previewResultOf(FinalCallStatus.talked)).toBe(PreviewResult.normalEnd);
  expect(previewResultOf(FinalCallStatus.ringNotAnswered)).toBe(PreviewResult.missed);
  expect(previewResultOf(FinalCallStatus.routeNoLine)).toBe(PreviewResult.unableToConnect);
});
