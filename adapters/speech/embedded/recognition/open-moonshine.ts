import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KIT_FILES } from '../kit/packages.ts';
import { loadRuntime, SESSION_OPTIONS, type Tensor } from '../runtime.ts';

/** What the model makes of a sound; the numbers are natural logarithms of probabilities. */
export interface Moonshine {
  listen(sound: Float32Array): Promise<Impression>;
}

/** A sound as the model understood it; it can be asked for words, and how likely given words are. */
export interface Impression {
  /** The likeliest words. `isGivenUp` is asked between words. */
  words(isGivenUp: () => boolean): Promise<Likely>;
  likelihood(texts: readonly string[]): Promise<Likely[]>;
}

export interface Likely {
  text: string;
  /** Of all tokens together, the end included. */
  logProbability: number;
  tokens: number;
}

interface Tokens {
  encode(text: string, addBegin: boolean, addSpace: boolean): number[];
  decode(tokens: readonly number[], hasBegin: boolean, hasSpace: boolean): string;
}

const [BEGIN, END] = [1, 2];
const [LAYERS, HEADS, HEAD_SIZE] = [6, 8, 36];
export const MODEL_HZ = 16_000;
/** Nobody speaks faster; without a bound the model repeats itself on some noises. */
const MOST_TOKENS_PER_SECOND = 6.5;
/** Every text costs memory: 32,768 numbers a token. */
const TEXTS_AT_ONCE = 8;

export async function openMoonshine(kit: string): Promise<Moonshine> {
  const { Tensor, InferenceSession } = loadRuntime(kit);
  const { default: tokens } = (await import(pathToFileURL(join(kit, KIT_FILES.tokens)).href)) as { default: Tokens };
  const encoder = await InferenceSession.create(join(kit, KIT_FILES.encoder), SESSION_OPTIONS);
  const decoder = await InferenceSession.create(join(kit, KIT_FILES.decoder), SESSION_OPTIONS);
  const isLater = [new Tensor('bool', [false], [1]), new Tensor('bool', [true], [1])] as const;

  const nothingPast = (): Record<string, Tensor> => {
    const past: Record<string, Tensor> = {};
    for (let layer = 0; layer < LAYERS; layer++)
      for (const side of ['decoder', 'encoder'])
        for (const part of ['key', 'value'])
          past[`past_key_values.${layer}.${side}.${part}`] = new Tensor('float32', new Float32Array(0), [
            0,
            HEADS,
            1,
            HEAD_SIZE,
          ]);
    return past;
  };
  const ids = (numbers: readonly number[], dims: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(numbers, BigInt), dims);

  async function words(sense: Tensor, mostTokens: number, isGivenUp: () => boolean): Promise<Likely> {
    const past = nothingPast();
    const chosen: number[] = [];
    let logProbability = 0;
    for (let step = 0; step < mostTokens && !isGivenUp(); step++) {
      const out = await decoder.run({
        ...past,
        input_ids: ids([chosen.at(-1) ?? BEGIN], [1, 1]),
        encoder_hidden_states: sense,
        use_cache_branch: isLater[step === 0 ? 0 : 1],
      });
      const { best, logShare } = likeliest(out.logits!.data, 0, out.logits!.dims[2]!);
      logProbability += logShare;
      if (best === END) break;
      chosen.push(best);
      // What the decoder knows of the sound does not change after the first word.
      for (const name in past)
        if (step === 0 || name.includes('.decoder.')) past[name] = out[name.replace('past_key_values', 'present')]!;
    }
    return { text: tokens.decode(chosen, false, false).trim(), logProbability, tokens: chosen.length + 1 };
  }

  async function likelihood(sense: Tensor, texts: readonly string[]): Promise<Likely[]> {
    const rows = texts.map((text) => [...tokens.encode(text, true, true), END]);
    const length = Math.max(...rows.map((row) => row.length)) - 1;
    const input = rows.flatMap((row) => Array.from({ length }, (_, at) => (at < row.length - 1 ? row[at]! : END)));
    const [, senseLength, width] = sense.dims as [number, number, number];
    const repeated = new Float32Array(rows.length * sense.data.length);
    for (const at of rows.keys()) repeated.set(sense.data, at * sense.data.length);
    const out = await decoder.run({
      ...nothingPast(),
      input_ids: ids(input, [rows.length, length]),
      encoder_hidden_states: new Tensor('float32', repeated, [rows.length, senseLength, width]),
      use_cache_branch: isLater[0],
    });
    const { data, dims } = out.logits!;
    const size = dims[2]!;
    return rows.map((row, at) => {
      let logProbability = 0;
      for (let step = 0; step < row.length - 1; step++) {
        const from = (at * length + step) * size;
        const { best, logShare } = likeliest(data, from, size);
        logProbability += data[from + row[step + 1]!]! - data[from + best]! + logShare;
      }
      return { text: texts[at]!, logProbability, tokens: row.length - 1 };
    });
  }

  return {
    async listen(sound) {
      const { last_hidden_state: sense } = await encoder.run({
        input_values: new Tensor('float32', sound, [1, sound.length]),
      });
      return {
        words: (isGivenUp) =>
          words(sense!, Math.ceil((sound.length / MODEL_HZ) * MOST_TOKENS_PER_SECOND) + 2, isGivenUp),
        async likelihood(texts) {
          const all: Likely[] = [];
          for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE)
            all.push(...(await likelihood(sense!, texts.slice(at, at + TEXTS_AT_ONCE))));
          return all;
        },
      };
    },
  };
}

/** The likeliest of the numbers, and how likely it is among all. */
function likeliest(data: Float32Array, from: number, size: number): { best: number; logShare: number } {
  let best = 0;
  for (let at = 1; at < size; at++) if (data[from + at]! > data[from + best]!) best = at;
  const top = data[from + best]!;
  let sum = 0;
  for (let at = 0; at < size; at++) {
    const below = data[from + at]! - top;
    // Most are so unlikely that all together they change nothing.
    if (below > -16) sum += Math.exp(below);
  }
  return { best, logShare: -Math.log(sum) };
}
