import { join } from 'node:path';
import { EAR_SAMPLES } from '#core/speech/speech-detector.port.ts';
import { KIT_FILES } from '../kit/packages.ts';
import { loadRuntime, SESSION_OPTIONS } from '../runtime.ts';
import type { Silero, EarMemory } from './silero.ts';

const CONTEXT_SAMPLES = 32;
const LAYERS = 2;
const WIDTH = 128;
const LINE_HZ = 8_000;

export function newEarMemory(): EarMemory {
  return { context: new Float32Array(CONTEXT_SAMPLES), state: new Float32Array(LAYERS * WIDTH) };
}

export async function openSilero(kit: string): Promise<Silero> {
  const { Tensor, InferenceSession } = loadRuntime(kit);
  const model = await InferenceSession.create(join(kit, KIT_FILES.detector), SESSION_OPTIONS);
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(LINE_HZ)), []);
  return {
    async listen(frames) {
      const count = frames.length;
      const input = new Float32Array(count * (CONTEXT_SAMPLES + EAR_SAMPLES));
      const state = new Float32Array(LAYERS * count * WIDTH);
      for (const [at, { memory, frame }] of frames.entries()) {
        const samples = Float32Array.from(frame, (sample) => sample / 32_768);
        input.set(memory.context, at * (CONTEXT_SAMPLES + EAR_SAMPLES));
        input.set(samples, at * (CONTEXT_SAMPLES + EAR_SAMPLES) + CONTEXT_SAMPLES);
        memory.context = samples.slice(-CONTEXT_SAMPLES);
        for (let layer = 0; layer < LAYERS; layer++)
          state.set(memory.state.subarray(layer * WIDTH, (layer + 1) * WIDTH), (layer * count + at) * WIDTH);
      }
      const out = await model.run({
        input: new Tensor('float32', input, [count, CONTEXT_SAMPLES + EAR_SAMPLES]),
        state: new Tensor('float32', state, [LAYERS, count, WIDTH]),
        sr: rate,
      });
      const after = out.stateN!.data;
      for (const [at, { memory }] of frames.entries()) {
        for (let layer = 0; layer < LAYERS; layer++)
          memory.state.set(
            after.subarray((layer * count + at) * WIDTH, (layer * count + at + 1) * WIDTH),
            layer * WIDTH,
          );
      }
      return Array.from(out.output!.data);
    },
  };
}
