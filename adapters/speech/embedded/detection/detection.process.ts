import { insideEngine } from '../inside-engine.ts';
import { newEarMemory, openSilero } from './open-silero.ts';
import type { EarMemory } from './silero.ts';

/** To the program: at most one frame of an ear per round, or that an ear is gone. */
export type ToDetector =
  | { type: 'round'; ears: readonly number[]; frames: readonly Int16Array[] }
  | { type: 'gone'; ear: number };
/** From the program: that it is loaded, then an answer for every round. */
export type FromDetector = { type: 'ready' } | { type: 'heard'; probabilities: readonly number[] } | { type: 'failed' };

const { kit, send } = insideEngine<FromDetector>();
const model = await openSilero(kit);
await model.listen([{ memory: newEarMemory(), frame: new Int16Array(256) }]);
const memories = new Map<number, EarMemory>();

process.on('message', async (message: ToDetector) => {
  if (message.type === 'gone') {
    memories.delete(message.ear);
    return;
  }
  try {
    const frames = message.ears.map((ear, at) => ({ memory: memoryOf(ear), frame: message.frames[at]! }));
    send({ type: 'heard', probabilities: await model.listen(frames) });
  } catch {
    send({ type: 'failed' });
  }
});
send({ type: 'ready' });

function memoryOf(ear: number): EarMemory {
  const memory = memories.get(ear) ?? newEarMemory();
  memories.set(ear, memory);
  return memory;
}
