import { expect, test } from 'vitest';
import { rejectionCodes, sipStatusOf } from '#shared/call-rejection.ts';
import { causeOfStatus, statusOfCause } from './end-causes.ts';
import type { EndCause } from './telephony.port.ts';

test('[CALL-19] a final status says why a leg ended', () => {
  const expected: [number, EndCause][] = [
    [486, 'busy'],
    [600, 'busy'],
    [603, 'rejected'],
    [403, 'rejected'],
    [408, 'noAnswer'],
    [480, 'unreachable'],
    [404, 'unreachable'],
    [488, 'deviceError'],
    [606, 'deviceError'],
    [487, 'cancelled'],
    [503, 'unreachable'],
    [500, 'failed'],
    [421, 'failed'],
    [302, 'failed'],
  ];
  expect(expected.map(([status]) => [status, causeOfStatus(status)])).toEqual(expected);
});

test('[CALL-16] a refusal with a code of ours is a rejection', () => {
  for (const code of rejectionCodes) expect(causeOfStatus(sipStatusOf(code)!)).toBe('rejected');
});

test('what a caller is told means the same to whoever hears it, where SIP has a word for it', () => {
  for (const cause of ['busy', 'rejected', 'unreachable', 'deviceError', 'cancelled', 'failed'] as const)
    expect(causeOfStatus(statusOfCause(cause))).toBe(cause);
});
