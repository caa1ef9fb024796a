import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SignalBars } from '#shared/codes/signal-bars.ts';
import { mosOfRating, ratingOf } from './e-model.ts';
import { barsOfMos, BEST_TELEPHONE_MOS, narrowBandMos, validMos } from './narrow-band-mos.ts';

const mos = (roundTripMs: number | null, jitterMs: number, lossFraction: number) =>
  narrowBandMos({ roundTripMs, jitterMs, lossFraction });

test.each([
  [93.2, 4.41],
  [80, 4.03],
  [70, 3.6],
  [60, 3.1],
  [50, 2.58],
])('[CALL-13] a rating of %f is a score of %f', (rating, score) => {
  expect(Math.abs(mosOfRating(rating) - score)).toBeLessThan(0.02);
});

test('[CALL-13] the recommendation’s own defaults rate 93.2', () => {
  expect(ratingOf({ delayMs: 0, lossPercent: 0 })).toBeCloseTo(93.2, 1);
});

test.each([
  // G.107 with TELR 65: what the curves of its figures show at these delays.
  ['echo and delay', { delayMs: 150, lossPercent: 0 }, 89, 90],
  ['a long way', { delayMs: 400, lossPercent: 0 }, 60, 64],
  ['losses a codec hides', { delayMs: 0, lossPercent: 3 }, 82, 84],
  ['losses it does not', { delayMs: 0, lossPercent: 3, codec: { impairment: 0, robustness: 4.3 } }, 53, 55],
  ['losses that come together', { delayMs: 0, lossPercent: 3, burstRatio: 2 }, 82, 83],
])('[CALL-13] %s cost what they should', (_what, transmission, least, most) => {
  expect(ratingOf(transmission)).toBeGreaterThan(least);
  expect(ratingOf(transmission)).toBeLessThan(most);
});

test('[CALL-13] a clean line is as good as the telephone gets', () => {
  expect(mos(10, 0, 0)).toBeCloseTo(4.4, 1);
  expect(mos(null, 0, 0)).toBeCloseTo(4.4, 1);
});

test.each([
  ['some loss', 40, 5, 0.02, 4.1, 4.3],
  ['a tenth lost', 40, 5, 0.1, 3.1, 3.5],
  ['a satellite', 600, 10, 0, 3.2, 4],
  ['nothing arrives', 100, 20, 1, 1, 1.4],
])('[CALL-13] %s is heard', (_what, roundTripMs, jitterMs, loss, least, most) => {
  const score = mos(roundTripMs, jitterMs, loss);
  expect(score).toBeGreaterThanOrEqual(least);
  expect(score).toBeLessThanOrEqual(most);
});

test('[CALL-13] on ten by ten by ten delays, jitters and losses, worse figures never sound better', () => {
  const ten = (most: number, bend: number): number[] => Array.from({ length: 10 }, (_, at) => most * (at / 9) ** bend);
  const [ways, jitters, losses] = [ten(2_000, 2), ten(300, 2), ten(1, 2)];
  let compared = 0;
  for (const [w, way] of ways.entries()) {
    for (const [j, jitter] of jitters.entries()) {
      for (const [l, loss] of losses.entries()) {
        const here = mos(way, jitter, loss);
        for (const there of [
          [ways[w + 1], jitter, loss],
          [way, jitters[j + 1], loss],
          [way, jitter, losses[l + 1]],
        ] as const) {
          if (there.includes(undefined)) continue;
          compared += 1;
          expect(
            mos(there[0]!, there[1]!, there[2]!),
            `${way} ${jitter} ${loss} beside ${there.join(' ')}`,
          ).toBeLessThanOrEqual(here);
        }
      }
    }
  }
  expect(compared).toBe(2_700);
});

test('[CALL-13] a score is valid for figures that are finite and not negative, and lies in [1, 4.6)', () => {
  for (const wrong of [-1, NaN, Infinity, -Infinity]) {
    expect(validMos({ roundTripMs: wrong, jitterMs: 0, lossFraction: 0 })).toBeNull();
    expect(validMos({ roundTripMs: 0, jitterMs: wrong, lossFraction: 0 })).toBeNull();
    expect(validMos({ roundTripMs: 0, jitterMs: 0, lossFraction: wrong })).toBeNull();
    expect(validMos({ roundTripMs: 0, jitterMs: 0, lossFraction: 0, bufferMs: wrong })).toBeNull();
  }
  const figure = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(figure, figure, fc.double({ min: 0, max: 1, noNaN: true }), (roundTripMs, jitterMs, lossFraction) => {
      const score = validMos({ roundTripMs, jitterMs, lossFraction });
      expect(score).not.toBeNull();
      expect(score).toBeGreaterThanOrEqual(1);
      expect(score).toBeLessThan(4.6);
    }),
  );
});

test.each([
  [null, null],
  [0.9, null],
  [1, 'one'],
  [1.9, 'one'],
  [2, 'two'],
  [2.99, 'two'],
  [3, 'three'],
  [3.9, 'three'],
  [4, 'four'],
  [4.5, 'four'],
  [4.51, 'five'],
  [5, 'five'],
  [5.1, null],
] as const)('[LINE-02] a score of %s shows the bars: %s', (score, bars) =>
  expect(barsOfMos(score)).toBe(bars === null ? null : SignalBars[bars]),
);

test.each([
  ['nothing in the way', 0, 0, 0, 'four'],
  ['a good office', 20, 2, 0, 'four'],
  ['another continent', 180, 5, 0, 'four'],
  ['every twentieth packet lost', 40, 5, 0.05, 'three'],
  ['every fifth packet lost', 40, 5, 0.2, 'two'],
  ['hardly anything arrives', 100, 20, 0.8, 'one'],
] as const)(
  '[LINE-02] a line of telephone band with %s shows the bars it can reach',
  (_what, way, jitter, loss, bars) => {
    expect(barsOfMos(mos(way, jitter, loss))).toBe(SignalBars[bars]);
  },
);

test('[LINE-02] four bars are the best a line of telephone band can show, and five begin where it cannot come', () => {
  expect(barsOfMos(BEST_TELEPHONE_MOS)).toBe(SignalBars.four);
  expect(BEST_TELEPHONE_MOS).toBeLessThan(4.5);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 5_000, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      (way, jitter) => mos(way, jitter, 0) <= BEST_TELEPHONE_MOS,
    ),
  );
});
