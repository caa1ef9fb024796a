import type { ModelSession, Runtime, Tensor } from '../runtime.ts';

/** What the decoder knows after some tokens, for each of several texts. */
type Past = Readonly<Record<string, Tensor>>;

/** The decoder after some tokens: which come next, of one text or of several beside each other. */
export interface Decoded {
  /** `size` numbers for each text. */
  logits: Float32Array;
  size: number;
  past: Past;
}

export interface MoonshineDecoder {
  /** Before the first word of a sound. */
  begin(sense: Tensor): Promise<Decoded>;
  /** One more token of every text. */
  next(sense: Tensor, before: Decoded, tokens: readonly number[]): Promise<Decoded>;
  /** Some of the texts alone, or one as often as there are to be. */
  only(decoded: Decoded, rows: readonly number[]): Decoded;
}

const BEGIN = 1;
const [LAYERS, HEADS, HEAD_SIZE] = [6, 8, 36];

export function moonshineDecoder(session: ModelSession, { Tensor }: Pick<Runtime, 'Tensor'>): MoonshineDecoder {
  const isLater = [new Tensor('bool', [false], [1]), new Tensor('bool', [true], [1])] as const;

  function nothingPast(): Past {
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
  }

  async function run(sense: Tensor, past: Past, tokens: readonly number[], isFirst: boolean): Promise<Decoded> {
    const out = await session.run({
      ...past,
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length, 1]),
      encoder_hidden_states: rowsOf(
        sense,
        tokens.map(() => 0),
      ),
      use_cache_branch: isLater[isFirst ? 0 : 1],
    });
    const next: Record<string, Tensor> = {};
    // What it knows of the sound does not change after the first word.
    for (const [name, tensor] of Object.entries(past))
      next[name] = isFirst || name.includes('.decoder.') ? out[name.replace('past_key_values', 'present')]! : tensor;
    return { logits: out.logits!.data, size: out.logits!.dims[2]!, past: next };
  }

  function rowsOf(tensor: Tensor, rows: readonly number[]): Tensor {
    const { data, dims } = tensor;
    if (dims[0] === rows.length && rows.every((row, at) => row === at)) return tensor;
    const each = data.length / dims[0]!;
    const picked = new Float32Array(rows.length * each);
    for (const [to, from] of rows.entries()) picked.set(data.subarray(from * each, (from + 1) * each), to * each);
    return new Tensor('float32', picked, [rows.length, ...dims.slice(1)]);
  }

  return {
    begin: (sense) => run(sense, nothingPast(), [BEGIN], true),
    next: (sense, { past }, tokens) => run(sense, past, tokens, false),
    only: ({ logits, size, past }, rows) => ({
      logits,
      size,
      past: Object.fromEntries(Object.entries(past).map(([name, tensor]) => [name, rowsOf(tensor, rows)])),
    }),
  };
}
