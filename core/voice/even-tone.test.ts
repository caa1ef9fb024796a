import { expect, test } from 'vitest';
import { decodeUlaw, encodeUlaw } from '../telephony/g711.ts';
import { sine } from '../telephony/tone-detector.ts';
import { evenTone } from './even-tone.ts';

const onTheLine = (samples: Int16Array): Int16Array => decodeUlaw(encodeUlaw(samples));

test.each([350, 425, 440, 850, 1_000, 1_333, 2_010])('[FLOW-11] a tone of %i Hz is known by its pitch, also where it is quiet', (hz) => {
  for (const amplitude of [600, 3_000, 12_000]) expect(Math.abs(evenTone(onTheLine(sine([hz], 256, 77, amplitude)))! - hz)).toBeLessThan(8);
});

test('[FLOW-11] the two tones of a ringing line are one that beats', () => {
  for (let from = 0; from < 2_000; from += 256) expect(evenTone(onTheLine(sine([440, 480], 256, from, 3_000))) ?? 460).toBeCloseTo(460, -2);
});

test('[FLOW-11] a key, noise, silence and a voice with overtones are no tone', () => {
  let last = 1;
  const noise = Int16Array.from({ length: 256 }, () => ((last = (last * 48_271) % 2_147_483_647) % 4_001) - 2_000);
  const voice = Int16Array.from({ length: 256 }, (_, at) => [1, 2, 3, 4, 5, 6].reduce((sum, overtone) => sum + (3_000 / overtone) * Math.sin((at * overtone * 2 * Math.PI * 180) / 8_000), 0));
  for (const sound of [sine([770, 1_336], 256, 0, 4_000), noise, voice, new Int16Array(256)]) expect(evenTone(onTheLine(sound))).toBeNull();
});
