import { setImmediate } from 'node:timers/promises';
import type { Transcription, NoticedWords } from '#core/speech/recognizer.port.ts';
import { insideEngine } from '../inside-engine.ts';
import type { Lesson } from './lessons.ts';
import { openNotice } from './notice.ts';
import { openMoonshine } from './open-moonshine.ts';
import { understand, type Utterance } from './understand.ts';

/** To the program: one utterance or lesson at a time, or that the utterance at hand is given up. */
export type ToRecognition =
  | ({ type: 'understand' } & Utterance)
  | { type: 'learn'; lesson: Lesson }
  | { type: 'giveUp' };
/** From the program: that its models are loaded, then an answer for every utterance and every lesson. */
export type FromRecognition =
  | { type: 'ready' }
  | { type: 'heard'; heard: Transcription }
  | { type: 'learned'; forgot: NoticedWords | null }
  | { type: 'failed' };

const { kit, send } = insideEngine<FromRecognition>();
const model = await openMoonshine(kit);
const notice = openNotice(model);
// The first sound is slow: let it be nobody's.
await understand(
  { model, notice },
  {
    samples: Int16Array.from({ length: 8_000 }, (_, at) => 3_000 * Math.sin(at / 3)),
    phrases: ['Yes'],
    language: 'en',
  },
  () => false,
);
let isGivenUp = false;

process.on('message', async (message: ToRecognition) => {
  if (message.type === 'giveUp') {
    isGivenUp = true;
    return;
  }
  if (message.type === 'learn') {
    // Words it cannot learn are not noticed.
    return send({ type: 'learned', forgot: await notice.learn(message.lesson).catch(() => null) });
  }
  isGivenUp = false;
  try {
    // A cancellation that came along with it is seen first.
    await setImmediate();
    send({ type: 'heard', heard: await understand({ model, notice }, message, () => isGivenUp) });
  } catch {
    send({ type: 'failed' });
  }
});
send({ type: 'ready' });
