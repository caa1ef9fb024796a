import { expect, test } from 'vitest';
import { sipStatusOf } from '#shared/call-rejection.ts';
import { refusalStatus } from './refusal-status.ts';

test.each([
  [null, 480],
  [200, 480],
  [486, 486],
  [603, 603],
  [sipStatusOf(814), 603],
  [sipStatusOf(816), 404],
  [sipStatusOf(823), 480],
  [sipStatusOf(800), 503],
])('[CC-12] a call refused with %s is refused to the carrier with %s', (status, carrierStatus) => {
  expect(refusalStatus(status)).toBe(carrierStatus);
});
