import { expect, test } from 'vitest';
import { rateChange, type SoundPipe } from './sound-pipe.ts';
import { timeStretch } from './time-stretch.ts';

const tone = (hz: number, rate: number, seconds: number, loud = 10_000) =>
  Int16Array.from({ length: rate * seconds }, (_, at) => Math.round(loud * Math.sin((2 * Math.PI * hz * at) / rate)));

function through(pipe: SoundPipe, samples: Int16Array, step = 997): Int16Array {
  const made: number[] = [];
  for (let at = 0; at < samples.length; at += step) made.push(...pipe.push(samples.subarray(at, at + step)));
  return Int16Array.from([...made, ...pipe.end()]);
}
/** How loud one frequency is, as the amplitude of its wave. */
function loudness(samples: Int16Array, hz: number, rate = 8_000): number {
  let [sine, cosine] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    sine += sample * Math.sin((2 * Math.PI * hz * at) / rate);
    cosine += sample * Math.cos((2 * Math.PI * hz * at) / rate);
  }
  return (2 * Math.hypot(sine, cosine)) / samples.length;
}

test.each([24_000, 22_050, 16_000, 44_100, 48_000])(
  '[FLOW-12] sound at %i a second is as long, as loud and as high at 8000',
  (rate) => {
    const made = through(rateChange(rate, 8_000), tone(1_000, rate, 1));
    expect(made.length).toBe(8_000);
    expect(loudness(made, 1_000)).toBeGreaterThan(9_700);
    expect(loudness(made, 1_000)).toBeLessThan(10_300);
  },
);

test.each([24_000, 22_050, 16_000])(
  '[FLOW-12] what is too high for 8000 a second is gone, not turned into another tone (%i)',
  (rate) => {
    const made = through(rateChange(rate, 8_000), tone(5_000, rate, 1));
    expect(Math.max(...made.subarray(200, -200).map(Math.abs))).toBeLessThan(60);
  },
);

test('[FLOW-12] pieces of any length make the same sound as one', () => {
  const samples = tone(700, 22_050, 0.3);
  const whole = through(rateChange(22_050, 8_000), samples, samples.length);
  for (const step of [1, 7, 160, 4_096]) expect(through(rateChange(22_050, 8_000), samples, step)).toEqual(whole);
});

test('[FLOW-12] two samples and none survive', () => {
  expect(through(rateChange(24_000, 8_000), new Int16Array(0))).toHaveLength(0);
  expect(through(rateChange(24_000, 8_000), Int16Array.of(5, 5, 5))).toHaveLength(1);
  expect(through(timeStretch(2), Int16Array.of(5, 5))).toHaveLength(1);
});

test.each([0.5, 0.7, 0.9, 1.1, 1.25, 1.5, 2])(
  '[FLOW-12] at speed %f speech takes as long as it should, and keeps its pitch',
  (speed) => {
    const made = through(timeStretch(speed), tone(440, 8_000, 2));
    expect(Math.abs(made.length - 16_000 / speed)).toBeLessThanOrEqual(1);
    expect(loudness(made.subarray(400, -800), 440)).toBeGreaterThan(8_000);
    expect(Math.max(...made.map(Math.abs))).toBeLessThan(11_500);
  },
);
