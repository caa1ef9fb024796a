import type { Voice } from '#core/speech/voice.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { RecognitionPool } from './recognition/recognition-pool.ts';
import type { EspeakPool } from './voice/espeak-pool.ts';

/** A pool that several tests use one after another: closing it ends what was asked through it, and leaves models loaded for the next. */
export function lentRecognition(pool: RecognitionPool): RecognitionPool {
  const givenUps: (() => void)[] = [];
  return {
    ...pool,
    submit(utterance) {
      const job = pool.submit(utterance);
      givenUps.push(job.giveUp);
      return job;
    },
    close: async () => givenUps.forEach((giveUp) => giveUp()),
  };
}

export function lentSpeaking(pool: EspeakPool): EspeakPool {
  const givenUps: (() => void)[] = [];
  return {
    ...pool,
    say(piece, onSamples) {
      const job = pool.say(piece, onSamples);
      givenUps.push(job.giveUp);
      return job;
    },
    close: async () => givenUps.forEach((giveUp) => giveUp()),
  };
}

/** What a voice says, 8 kHz. */
export async function saidBy(
  voice: Pick<Voice, 'speak'>,
  text: string,
  language: CustomerLanguage = 'en',
): Promise<Int16Array> {
  const samples: number[] = [];
  await voice.speak(
    { text, language, voice: null, speed: 1 },
    (piece) => samples.push(...piece),
    new AbortController().signal,
  );
  return Int16Array.from(samples);
}

/** The first test on a machine fetches 150 MB. */
export const FETCHING_MS = 900_000;
