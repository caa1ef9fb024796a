import { expect, test } from 'vitest';
import { narrowBandMos } from './narrow-band-mos.ts';

const mos = (roundTripMs: number | null, jitterMs: number, lossFraction: number) => narrowBandMos({ roundTripMs, jitterMs, lossFraction });

test('[CALL-14] a clean line is as good as the telephone gets', () => {
  expect(mos(10, 0, 0)).toBeCloseTo(4.41, 2);
  expect(mos(null, 0, 0)).toBeCloseTo(4.41, 2);
});

test.each([
  ['some loss', 40, 5, 0.02, 4.1, 4.3],
  ['a tenth lost', 40, 5, 0.1, 3.2, 3.5],
  ['a satellite', 600, 10, 0, 3.2, 4],
  ['nothing arrives', 100, 20, 1, 1, 1.4],
])('[CALL-14] %s is heard', (_what, roundTripMs, jitterMs, loss, least, most) => {
  const heard = mos(roundTripMs, jitterMs, loss);
  expect(heard).toBeGreaterThanOrEqual(least);
  expect(heard).toBeLessThanOrEqual(most);
});

test('[CALL-14] worse figures never sound better, and it stays between 1 and 4.5', () => {
  for (const rtt of [0, 100, 400, 2_000]) {
    for (let loss = 0; loss < 1; loss += 0.05) {
      expect(mos(rtt, 0, loss + 0.05)).toBeLessThanOrEqual(mos(rtt, 0, loss));
      expect(mos(rtt, 0, loss)).toBeGreaterThanOrEqual(1);
      expect(mos(rtt, 0, loss)).toBeLessThanOrEqual(4.5);
    }
  }
});
