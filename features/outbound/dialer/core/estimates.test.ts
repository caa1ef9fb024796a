import { expect, test } from 'vitest';
import { chanceOf } from '#core/chance.ts';
import { openAnswerRate } from './answer-rate.ts';
import { openHourlyRates } from './hourly-rates.ts';
import { openRingCurve } from './ring-curve.ts';
import { openTimeCurve } from './time-curve.ts';

/** After so many calls of one rate and then of another: what is believed. */
function believed(steps: readonly [calls: number, rate: number][], seed = 1): number {
  const [rate, chance] = [openAnswerRate({ rate: 0.3, calls: 20 }), chanceOf(seed)];
  for (const [calls, trueRate] of steps) for (let n = 0; n < calls; n += 1) rate.note(chance() < trueRate);
  return rate.now();
}

test.each<[string, [number, number][], number, number]>([
  ['before anything was seen the prior holds', [], 0.3, 0.3],
  ['a steady rate is known well', [[5_000, 0.1]], 0.08, 0.12],
  [
    'a jump from 10 to 40 % is believed within forty calls',
    [
      [5_000, 0.1],
      [40, 0.4],
    ],
    0.28,
    0.55,
  ],
  [
    'a fall is believed as well',
    [
      [5_000, 0.4],
      [80, 0.1],
    ],
    0.03,
    0.2,
  ],
  [
    'a drift is followed',
    [
      [500, 0.2],
      [500, 0.22],
      [500, 0.24],
      [500, 0.26],
      [500, 0.28],
    ],
    0.23,
    0.31,
  ],
])('[TASK-03] the answer rate: %s', (_, steps, least, most) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    expect(believed(steps, seed)).toBeGreaterThanOrEqual(least);
    expect(believed(steps, seed)).toBeLessThanOrEqual(most);
  }
});

test('[TASK-03] what an hour of other days says takes the place of what was seen', () => {
  const rate = openAnswerRate({ rate: 0.3, calls: 20 });
  for (let n = 0; n < 1_000; n += 1) rate.note(n % 10 === 0);
  rate.expect(0.4, 200);
  expect(rate.now()).toBeGreaterThan(0.15);
  expect(rate.now()).toBeLessThan(0.25);
});

test('[TASK-03] lists answer differently at different hours; an hour nobody called in is like its list', () => {
  const hourly = openHourlyRates();
  expect(hourly.of('a', 9)).toBeNull();
  for (let n = 0; n < 500; n += 1) {
    hourly.note('a', 9, n % 10 === 0);
    hourly.note('a', 18, n % 2 === 0);
    hourly.note('b', 9, n % 4 === 0);
  }
  expect(hourly.of('a', 9)!.rate).toBeCloseTo(0.11, 1);
  expect(hourly.of('a', 18)!.rate).toBeCloseTo(0.49, 1);
  expect(hourly.of('a', 12)!.rate).toBeCloseTo(0.3, 1);
  expect(hourly.of('b', 18)!.rate).toBeCloseTo(0.25, 1);
  expect(hourly.of('a', 9)!.calls).toBe(200);
  expect(hourly.of('a', 12)!.calls).toBe(30);
});

const aCurve = () => openTimeCurve({ priorMeanMs: 135_000, priorCount: 20, lasting: 1_000, binMs: 3_000, bins: 600 });

test('[TASK-03] before a talk ended its end is as likely at any time', () => {
  const within = aCurve().endsWithin(12_000);
  expect(within(1_000)).toBeCloseTo(1 - Math.exp(-12 / 135), 5);
  expect(within(400_000)).toBeCloseTo(1 - Math.exp(-12 / 135), 5);
});

test('[TASK-03] a talk that has lasted as long as talks last is likelier to end soon', () => {
  const curve = aCurve();
  for (let n = 0; n < 500; n += 1) curve.note(100_000 + (n % 20) * 1_000);
  expect(curve.meanMs()).toBeGreaterThan(108_000);
  expect(curve.meanMs()).toBeLessThan(112_000);
  const within = curve.endsWithin(12_000);
  expect(within(10_000)).toBeLessThan(0.02);
  expect(within(105_000)).toBeGreaterThan(0.6);
  // Longer than anything seen: nothing better is known than the mean.
  expect(within(600_000)).toBeCloseTo(1 - Math.exp(-12_000 / curve.meanMs()), 3);
});

test('[TASK-03] talks that become shorter are noticed, and counts stay finite', () => {
  const curve = aCurve();
  for (let n = 0; n < 30_000; n += 1) curve.note(200_000);
  for (let n = 0; n < 5_000; n += 1) curve.note(50_000);
  expect(curve.meanMs()).toBeLessThan(60_000);
  expect(curve.endsWithin(10_000)(45_000)).toBeGreaterThan(0.9);
});

test('[TASK-03] of a call that has rung for long little is to be expected where people answer soon', () => {
  const [ring, chance] = [openRingCurve({ priorMeanMs: 15_000, priorCount: 20, lasting: 500 }), chanceOf(3)];
  for (let n = 0; n < 2_000; n += 1) {
    const answered = n % 4 === 0;
    ring.note(answered ? 3_000 + 6_000 * chance() : 25_000, answered);
  }
  const within = ring.answersWithin(12_000, 0.25);
  expect(within(0)).toBeGreaterThan(0.2);
  expect(within(0)).toBeLessThan(0.3);
  expect(within(10_000)).toBeLessThan(0.05);
  // Twice as many people answer now.
  expect(ring.answersWithin(12_000, 0.5)(0)).toBeGreaterThan(0.4);
  const [early, middle, late] = ring.answerTimes();
  expect(early).toBeGreaterThan(2_000);
  expect(middle).toBeGreaterThan(early!);
  expect(late).toBeLessThan(12_000);
});

test('[TASK-03] before a call rang, the times to an answer are those of the prior', () => {
  const ring = openRingCurve({ priorMeanMs: 12_000, priorCount: 20, lasting: 500 });
  expect(ring.answerTimes().map((ms) => Math.round(ms / 1_000))).toEqual([3, 9, 22]);
});
