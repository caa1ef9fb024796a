import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { afterAttempt, usualRetries, type PastAttempt } from './retry-plan.ts';

const ended = (status: FinalCallStatus, more: Partial<PastAttempt> = {}): PastAttempt => ({
  status,
  wasMachine: false,
  endedAtMs: 0,
  ...more,
});
const { talked, userOccupied, ringTooLong, userRejected, numberNotInService, unknown, failedToConnect } =
  FinalCallStatus;

test.each<[string, PastAttempt[], string]>([
  ['somebody talked', [ended(talked)], 'over reached'],
  ['a machine answered', [ended(talked, { wasMachine: true })], 'again 240'],
  [
    'a machine answered twice',
    [ended(talked, { wasMachine: true }), ended(talked, { wasMachine: true })],
    'over attempts',
  ],
  ['it was busy', [ended(userOccupied)], 'again 15'],
  ['nobody answered', [ended(ringTooLong)], 'again 120'],
  ['nobody answered after it was busy', [ended(userOccupied), ended(ringTooLong)], 'again 120'],
  ['three attempts are made', [ended(userOccupied), ended(ringTooLong), ended(failedToConnect)], 'over attempts'],
  ['they declined, and nothing is said of that', [ended(userRejected)], 'over attempts'],
  ['they found nobody of ours', [ended(talked, { wasAbandoned: true })], `again ${72 * 60}`],
  [
    'they found nobody of ours, which is a try like any other',
    [ended(userOccupied), ended(ringTooLong), ended(talked, { wasAbandoned: true })],
    'over attempts',
  ],
  ['they hung up before anybody spoke', [ended(failedToConnect, { hungUp: true })], 'again 120'],
  ['nobody has the number', [ended(numberNotInService)], 'over never'],
  ['nobody knows how it ended', [ended(unknown)], 'over undecided'],
])('whether somebody is called again when %s', (_when, past, expected) => {
  const answer = afterAttempt(usualRetries, past);
  expect(answer.is === 'again' ? `again ${answer.notBeforeMs / 60_000}` : `over ${answer.because}`).toBe(expected);
});

test('no customer is called more often than the plan says, however the calls end', () => {
  const plan = fc.record({
    attempts: fc.integer({ min: 1, max: 8 }),
    perDay: fc.constant(3),
    waits: fc.constant(usualRetries.waits.map((wait) => ({ ...wait, attempts: 9 }))),
  });
  const status = fc.constantFrom(...FinalCallStatus.rows.map(({ code }) => code));
  fc.assert(
    fc.property(plan, fc.array(status, { minLength: 12, maxLength: 12 }), (retries, endings) => {
      const past: PastAttempt[] = [];
      for (const [n, one] of endings.entries()) {
        past.push(ended(one, { endedAtMs: n * 1_000 }));
        const next = afterAttempt(retries, past);
        if (next.is === 'over') break;
        if (next.notBeforeMs <= n * 1_000) return false;
      }
      return past.length <= retries.attempts && past.slice(0, -1).every((one) => one.status !== unknown);
    }),
  );
});
