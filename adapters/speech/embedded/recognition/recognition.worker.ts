import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Heard } from '#core/speech/recognizer.port.ts';
import { openMoonshine } from './moonshine.ts';
import { understand, type Utterance } from './understand.ts';

/** To the worker: one utterance at a time, or that the one at hand is given up. */
export type ToWorker = ({ type: 'understand' } & Utterance) | { type: 'giveUp' };
/** From the worker: that its models are loaded, then an answer for every utterance. */
export type FromWorker = { type: 'ready' } | { type: 'heard'; heard: Heard } | { type: 'failed' };

const { kit } = workerData as { kit: string };
const tell = (message: FromWorker) => parentPort!.postMessage(message, []);
const model = await openMoonshine(kit);
// The first sound is slow: let it be nobody's.
await understand(model, { samples: Int16Array.from({ length: 8_000 }, (_, at) => 3_000 * Math.sin(at / 3)), phrases: ['Yes'] }, () => false);
let isGivenUp = false;

parentPort!.on('message', async (message: ToWorker) => {
  if (message.type === 'giveUp') {
    isGivenUp = true;
    return;
  }
  isGivenUp = false;
  try {
    // A cancellation that came along with it is seen first.
    await setImmediate();
    tell({ type: 'heard', heard: await understand(model, message, () => isGivenUp) });
  } catch {
    tell({ type: 'failed' });
  }
});
tell({ type: 'ready' });
