import { joinedSamples } from '#core/sound/joined-samples.ts';
import { decodeUlaw, encodeUlaw } from '#core/telephony/g711.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sine } from '#core/telephony/tone-detector.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

const samplesIn = (ms: number): number => Math.round((ms * SAMPLE_RATE) / 1_000);

/** What a voice says, without the silence around it. */
export async function spoken(
  voice: Voice,
  text: string,
  language: CustomerLanguage = 'en',
  { speed = 1, variant = null }: { speed?: number; variant?: string | null } = {},
): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  await voice.speak(
    { text, language, voice: variant, speed },
    (samples) => void pieces.push(samples.slice()),
    new AbortController().signal,
  );
  const sound = joinedSamples(pieces);
  const isLoud = (sample: number): boolean => Math.abs(sample) > 300;
  return sound.slice(sound.findIndex(isLoud), sound.findLastIndex(isLoud) + 1);
}

/** As a telephone line carries it. */
export const onTheLine = (sound: Int16Array): Int16Array => decodeUlaw(encodeUlaw(sound));

/** Steady noise, the same every time; 40 is a quiet line. */
export function noise(ms: number, loudness = 40, seed = 1): Int16Array {
  let last = seed;
  return Int16Array.from(
    { length: samplesIn(ms) },
    () => ((last = (last * 48_271) % 2_147_483_647) % (2 * loudness + 1)) - loudness,
  );
}

export const tone = (hz: readonly number[], ms: number, amplitude = 6_000): Int16Array =>
  sine(hz, samplesIn(ms), 0, amplitude / hz.length);
