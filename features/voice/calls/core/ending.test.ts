import { expect, test } from 'vitest';
import { causeOfStatus } from '#core/telephony/end-causes.ts';
import { offerOutcome } from './ending.ts';
import { RejectStatus } from '#core/phone/phone-constants.ts';

test.each([
  ['declined', 'rejected'],
  ['busy', 'busy'],
  ['unanswered', 'missed'],
  ['noDevice', 'deviceError'],
  ['unavailable', 'deviceError'],
] as const)('a call refused as %s is %s to the server (complaint 8)', (name, outcome) => {
  expect(offerOutcome(causeOfStatus(RejectStatus[name]))).toBe(outcome);
});
