import { expect, test } from 'vitest';
import { rejectionCodes, rejectionOfSipStatus, sipStatusOf } from './call-rejection.ts';
import { failures } from './errors.ts';

const carried = [
  [800, 690],
  [801, 691],
  [810, 610],
  [811, 611],
  [812, 612],
  [813, 613],
  [814, 614],
  [815, 615],
  [816, 616],
  [817, 617],
  [819, 619],
  [823, 623],
  [824, 624],
] as const;
/** A colleague who is not rung; a process on its way out. */
const ours = [
  [21008, 692],
  [21009, 693],
  [21010, 694],
] as const;

test('[CALL-16] every refusal of the specification is one, and nothing else is', () => {
  expect(rejectionCodes).toEqual(carried.map(([code]) => code));
});

test.each([...carried, ...ours])('[CALL-16] refusal %i travels as SIP status %i and comes back', (code, status) => {
  expect(sipStatusOf(code)).toBe(status);
  expect(rejectionOfSipStatus(status)).toBe(code);
});

test('a failure that refuses no call has no SIP status', () => {
  expect(sipStatusOf(failures.signedOut.code)).toBeNull();
  expect(sipStatusOf(818)).toBeNull();
});

test('a status SIP itself gives a meaning is no refusal of ours', () => {
  for (const status of [200, 404, 480, 486, 487, 600, 603, 604, 606, 607, 608, 618])
    expect(rejectionOfSipStatus(status)).toBeNull();
});
