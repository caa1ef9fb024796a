import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KIT_FILES } from '../kit/packages.ts';
import { loadRuntime, SESSION_OPTIONS, type Tensor } from '../runtime.ts';
import { likeliest, likeliestText, type Likely } from './likely-texts.ts';
import { MODEL_HZ } from './prepared-sound.ts';
import { moonshineDecoder, type Decoded } from './moonshine-decoder.ts';
import type { Moonshine } from './moonshine.ts';

interface Tokens {
  encode(text: string, addBegin: boolean, addSpace: boolean): number[];
  decode(tokens: readonly number[], hasBegin: boolean, hasSpace: boolean): string;
}

const END = 2;
/** Nobody speaks faster; without a bound the model repeats itself on some noises. */
const MOST_TOKENS_PER_SECOND = 6.5;

export async function openMoonshine(kit: string): Promise<Moonshine> {
  const runtime = loadRuntime(kit);
  const { Tensor, InferenceSession } = runtime;
  const { default: tokens } = (await import(pathToFileURL(join(kit, KIT_FILES.tokens)).href)) as { default: Tokens };
  const encoder = await InferenceSession.create(join(kit, KIT_FILES.encoder), SESSION_OPTIONS);
  const decoder = moonshineDecoder(
    await InferenceSession.create(join(kit, KIT_FILES.decoder), SESSION_OPTIONS),
    runtime,
  );

  async function words(sense: Tensor, begun: Decoded, most: number, isGivenUp: () => boolean): Promise<Likely> {
    const chosen: number[] = [];
    let [now, logProbability] = [begun, 0];
    while (!isGivenUp()) {
      const { best, logShare } = likeliest(now.logits, 0, now.size);
      logProbability += logShare;
      if (best === END) break;
      chosen.push(best);
      if (chosen.length >= most) break;
      now = await decoder.next(sense, now, [best]);
    }
    return { text: tokens.decode(chosen, false, false).trim(), logProbability, tokens: chosen.length + 1 };
  }

  return {
    async listen(sound) {
      const { last_hidden_state: sense } = await encoder.run({
        input_values: new Tensor('float32', sound, [1, sound.length]),
      });
      let begun: Promise<Decoded> | null = null;
      const begin = (): Promise<Decoded> => (begun ??= decoder.begin(sense!));
      const most = Math.ceil((sound.length / MODEL_HZ) * MOST_TOKENS_PER_SECOND) + 2;
      return {
        sense: sense!,
        words: async (isGivenUp) => words(sense!, await begin(), most, isGivenUp),
        async likeliest(texts, rule) {
          const rows = texts.map((text) => ({ text, row: [...tokens.encode(text, false, true), END] }));
          return likeliestText(decoder, { sense: sense!, begun: await begin() }, rows, rule);
        },
      };
    },
  };
}
