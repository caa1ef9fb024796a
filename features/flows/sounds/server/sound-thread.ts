import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { asFloats, asInts, resampled } from '#core/speech/resampler.ts';
import { wavSamples } from '#core/sound/wav-samples.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import type { FromSoundThread } from './as-played.ts';

const { path, maxSec } = workerData as { path: string; maxSec: number };

function played(file: Uint8Array): FromSoundThread {
  const read = wavSamples(file);
  if (!read || read.samples.length === 0) return { failure: 'soundUnreadable' };
  if (read.samples.length > read.rate * maxSec) return { failure: 'soundTooLong' };
  return {
    samples:
      read.rate === SAMPLE_RATE ? read.samples : asInts(resampled(asFloats(read.samples), read.rate, SAMPLE_RATE)),
  };
}

const answer = played(await readFile(path));
parentPort!.postMessage(answer, 'samples' in answer ? [answer.samples.buffer as ArrayBuffer] : []);
