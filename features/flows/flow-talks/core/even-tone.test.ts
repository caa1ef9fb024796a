import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EAR_SAMPLES } from '#core/speech/speech-detector.port.ts';
import { decodeUlaw, encodeUlaw } from '#core/telephony/g711.ts';
import { sine } from '#core/telephony/tone-detector.ts';
import { hearAnswer, openAnswering } from './answering.ts';
import { evenTone, TONE_SAMPLES } from './even-tone.ts';

const onTheLine = (samples: Int16Array): Int16Array => decodeUlaw(encodeUlaw(samples));

/** Even noise beneath a sound. */
function noisy(samples: Int16Array, loudness: number): Int16Array {
  let last = 1;
  return samples.map((sample) => sample + ((last = (last * 48_271) % 2_147_483_647) % (2 * loudness + 1)) - loudness);
}

test.each([350, 425, 440, 850, 1_000, 1_333, 2_010])(
  '[FLOW-11] a tone of %i Hz is known by its pitch, also where it is quiet or the line is not',
  (hz) => {
    for (const [amplitude, noise] of [
      [600, 40],
      [1_500, 800],
      [3_000, 800],
      [12_000, 0],
    ] as const)
      expect(
        Math.abs(evenTone(onTheLine(noisy(sine([hz], TONE_SAMPLES, 77, amplitude), noise)), 0.3)! - hz),
      ).toBeLessThan(8);
  },
);

test.each([
  [440, 480],
  [400, 450],
  [384, 416],
  [480, 620],
  [350, 440],
])('[FLOW-11] the two tones %i and %i of a line are one between them, at any moment', (...hz) => {
  for (let from = 0; from < 4_000; from += EAR_SAMPLES) {
    const pitch = evenTone(onTheLine(noisy(sine(hz, TONE_SAMPLES, from, 2_000), 400)), 0.3)!;
    expect(pitch).toBeGreaterThan(hz[0]! - 8);
    expect(pitch).toBeLessThan(hz[1]! + 8);
  }
});

test('[FLOW-11] keys, noise, silence and a voice with overtones are no tone', () => {
  const voice = Int16Array.from({ length: TONE_SAMPLES }, (_, at) =>
    [1, 2, 3, 4, 5, 6].reduce(
      (sum, overtone) => sum + (3_000 / overtone) * Math.sin((at * overtone * 2 * Math.PI * 180) / 8_000),
      0,
    ),
  );
  const silence = new Int16Array(TONE_SAMPLES);
  for (const sound of [sine([770, 1_336], TONE_SAMPLES, 0, 4_000), noisy(silence, 2_000), voice, silence])
    expect(evenTone(onTheLine(sound), 0.3)).toBeNull();
});

test('[FLOW-11] where somebody probably speaks a sound must be clearer to be a tone', () => {
  const vowel = onTheLine(
    Int16Array.from(
      { length: TONE_SAMPLES },
      (_, at) =>
        6_000 * Math.sin((at * 2 * Math.PI * 400) / 8_000) + 2_500 * Math.sin((at * 2 * Math.PI * 200) / 8_000),
    ),
  );
  expect(evenTone(vowel, 0.3)).not.toBeNull();
  expect(evenTone(vowel, 0.95)).toBeNull();
  expect(evenTone(onTheLine(sine([400], TONE_SAMPLES, 0, 6_000)), 0.95)).not.toBeNull();
});

test('[FLOW-11] rings as countries sound them are no person and no machine, heard by loudness alone', () => {
  const beats = fc.constantFrom(
    { hz: [425], ms: [1_000, 4_000] },
    { hz: [440, 480], ms: [2_000, 4_000] },
    { hz: [400, 450], ms: [400, 200, 400, 2_000] },
    { hz: [384, 416], ms: [1_000, 2_000] },
    { hz: [425], ms: [1_000, 5_000] },
  );
  fc.assert(
    fc.property(
      beats,
      fc.integer({ min: 800, max: 5_000 }),
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 0, max: EAR_SAMPLES }),
      ({ hz, ms }, amplitude, noise, shift) => {
        const rung = [0, 1].flatMap(() =>
          ms.flatMap((long, at) => [...(at % 2 === 0 ? sine(hz, long * 8, 0, amplitude) : new Int16Array(long * 8))]),
        );
        const sound = onTheLine(
          noisy(Int16Array.from([...new Int16Array(shift), ...rung, ...new Int16Array(6_000 * 8)]), noise),
        );
        let state = openAnswering();
        for (let at = EAR_SAMPLES; at + EAR_SAMPLES <= sound.length; at += EAR_SAMPLES) {
          const piece = sound.subarray(at, at + EAR_SAMPLES);
          const probability =
            Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / EAR_SAMPLES) > 250 ? 1 : 0;
          state = hearAnswer(state, {
            probability,
            toneHz: evenTone(sound.subarray(at - EAR_SAMPLES, at + EAR_SAMPLES), probability),
            maxMs: 4_000,
          });
        }
        expect(state.verdict).toBe('silence');
      },
    ),
    { numRuns: 10 },
  );
});
