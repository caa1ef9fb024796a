import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWaits, waitPercentile, waitsOf, waitStep } from './waits.ts';

test('[dashboard] half of the callers waited no longer than the median, and nine of ten no longer than the 90 % one', () => {
  const waits = waitsOf([0, 1, 1, 2, 2, 2, 3, 3, 20, 400]);
  expect([0.5, 0.9, 1].map((share) => waitPercentile(waits, share, 400))).toEqual([2, 20, 400]);
  expect(waitPercentile(waitsOf([]), 0.5, 0)).toBeNull();
});

test('[dashboard] a percentile lies in the step of the wait it stands for, however periods are added', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(60), fc.nat(6_000)), { minLength: 1, maxLength: 80 }),
      fc.nat(80),
      fc.constantFrom(0.5, 0.9, 0.99),
      (secs, cut, share) => {
        const counts = addWaits(waitsOf(secs.slice(0, cut)), waitsOf(secs.slice(cut)));
        expect(counts).toEqual(waitsOf(secs));
        const meant = secs.toSorted((a, b) => a - b)[Math.ceil(share * secs.length) - 1]!;
        const found = waitPercentile(counts, share, Math.max(...secs))!;
        expect(waitStep(found)).toBe(waitStep(meant));
        expect(found).toBeLessThanOrEqual(Math.max(...secs));
      },
    ),
  );
});
