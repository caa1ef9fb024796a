import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { tonesIn } from '#core/telephony/tone-detector.ts';
import { languages } from '#shared/languages.ts';
import { decodeUlaw, encodeUlaw, mix } from '#core/telephony/g711.ts';
import { composeMusic } from './music.ts';
import { openSoundShelf } from './open-sound-shelf.ts';
import { promptsFolder } from './sounds.ts';

const shelf = openSoundShelf();
const loudness = (samples: ArrayLike<number>): number =>
  Math.sqrt(Array.from(samples).reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

describe('PCMU', () => {
  test('every byte survives the way to 16 bit and back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const back = encodeUlaw(decodeUlaw(bytes));
    // 0x7f is the negative zero; it comes back as zero.
    expect([...back].filter((byte, at) => byte !== at && at !== 0x7f)).toEqual([]);
  });

  test('a sample comes back within the coarseness of its loudness', () => {
    const samples = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768);
    const back = decodeUlaw(encodeUlaw(samples));
    expect(
      samples.every(
        (sample, at) => Math.abs(sample - back[at]!) <= Math.max(8, Math.abs(sample) / 16, Math.abs(sample) - 32_124),
      ),
    ).toBe(true);
  });

  test('two loud voices together are cut off, not wrapped around', () => {
    const loud = encodeUlaw(new Int16Array(160).fill(30_000));
    expect(decodeUlaw(mix([loud, loud], 160)).every((sample) => sample > 31_000)).toBe(true);
  });
});

describe('built-in sounds', () => {
  test('[CC-16] the music lasts at least twenty seconds, is never silent for long and has no click, not even where it starts again', () => {
    const music = composeMusic();
    expect(music.length / SAMPLE_RATE).toBeGreaterThanOrEqual(20);
    const twice = Int16Array.of(...music.subarray(-SAMPLE_RATE), ...music.subarray(0, SAMPLE_RATE));
    // A click is a bend far sharper than any in the music itself.
    const bend = (samples: Int16Array, at: number) => Math.abs(samples[at + 1]! - 2 * samples[at]! + samples[at - 1]!);
    const bends = Array.from({ length: music.length - 2 }, (_, at) => bend(music, at + 1));
    const sharpest = bends.reduce((most, value) => Math.max(most, value), 0);
    expect(bend(twice, SAMPLE_RATE)).toBeLessThan(sharpest);
    expect(bend(twice, SAMPLE_RATE - 1)).toBeLessThan(sharpest);
    expect(sharpest).toBeLessThan(6_000);
    for (let at = 0; at < music.length; at += SAMPLE_RATE / 2)
      expect(loudness(music.subarray(at, at + SAMPLE_RATE / 2))).toBeGreaterThan(400);
  });

  test('ringback sounds one second in five, busy half of each second, and a beep is a beep', () => {
    const ringback = decodeUlaw(shelf.render({ name: 'ringback' }));
    expect(ringback.length).toBe(5 * SAMPLE_RATE);
    expect(tonesIn(ringback.subarray(800, 960))).toEqual([400, 500]);
    expect(loudness(ringback.subarray(0, SAMPLE_RATE))).toBeGreaterThan(3_000);
    expect(loudness(ringback.subarray(SAMPLE_RATE))).toBe(0);
    expect(decodeUlaw(shelf.render({ name: 'busy' })).length).toBe(0.96 * SAMPLE_RATE);
    expect(tonesIn(decodeUlaw(shelf.render({ name: 'beep' })))).toEqual([1_000]);
  });

  test('several frequencies sound at once', () => {
    expect(tonesIn(decodeUlaw(shelf.render({ tones: [{ hz: [700, 1_100], ms: 200 }] })))).toEqual([700, 1_100]);
  });
});

describe('prompts', () => {
  const { texts } = JSON.parse(readFileSync(join(promptsFolder, 'texts.json'), 'utf8')) as {
    texts: Record<string, Record<string, string>>;
  };

  test.each(languages)('every prompt is spoken in %s, audibly and not too loud', (language) => {
    for (const name of Object.keys(texts).filter((each) => !each.startsWith('person.'))) {
      const samples = decodeUlaw(readFileSync(join(promptsFolder, language, `${name}.ulaw`)));
      const level = 20 * Math.log10(loudness(samples) / 32_768);
      expect([name, samples.length > SAMPLE_RATE / 4, level > -22 && level < -14]).toEqual([name, true, true]);
    }
  });

  test('one that a language lacks is spoken in English', () => {
    expect(shelf.render({ prompt: 'person.hello', language: 'es-MX' })).toEqual(
      shelf.render({ prompt: 'person.hello', language: 'en-US' }),
    );
    expect(shelf.render({ prompt: 'goodbye', language: 'es-MX' })).not.toEqual(
      shelf.render({ prompt: 'goodbye', language: 'en-US' }),
    );
  });

  test('a name cannot lead out of the folder', () => {
    expect(() => shelf.render({ prompt: '../texts', language: 'en-US' })).toThrow('There is no prompt');
  });
});
