import { joinedSamples } from '#core/sound/joined-samples.ts';
import { Worker } from 'node:worker_threads';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { SOUND_MAX_SEC } from '../contract.ts';

/** A sound as the exchange plays it: a WAV file of 8 kHz, 16 bit, one channel. */
export interface PlayedSound {
  wav: Uint8Array;
  durationMs: number;
}

/** What the thread answers: samples of 8 kHz, or why there are none. */
export type FromSoundThread = { samples: Int16Array } | { failure: FailureName };

/** Turns any usual WAV file into what the exchange plays, in a thread of its own: calls go on meanwhile. */
export async function asPlayed(path: string): Promise<PlayedSound> {
  const answer = await new Promise<FromSoundThread>((resolve, reject) => {
    const thread = new Worker(new URL('./sound-thread.ts', import.meta.url), {
      workerData: { path, maxSec: SOUND_MAX_SEC },
      execArgv: [],
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread said nothing')));
  });
  if ('failure' in answer) throw new Failure(answer.failure);
  return asPlayedSamples([answer.samples]);
}

/** The same of samples a voice made, which come at the right rate. */
export function asPlayedSamples(pieces: readonly Int16Array[]): PlayedSound {
  const whole = joinedSamples(pieces);
  return {
    wav: pcmWav(whole, { rate: SAMPLE_RATE, channels: 1 }),
    durationMs: Math.round((whole.length / SAMPLE_RATE) * 1_000),
  };
}
