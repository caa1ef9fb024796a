import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tensor } from '../runtime.ts';
import { likeliestText, type LikelinessRule } from './likely-texts.ts';
import type { Decoded, MoonshineDecoder } from './moonshine-decoder.ts';

const SIZE = 7;
const sense: Tensor = { data: new Float32Array(1), dims: [1, 1, 1] };

/** What comes next depends on all that came before, as in a real one; `past` is a number for each text. */
const logitsAfter = (prefix: number): number[] =>
  Array.from({ length: SIZE }, (_, token) => 4 * Math.sin(prefix * 12.9898 + token * 78.233));
const decodedOf = (prefixes: readonly number[]): Decoded => ({
  logits: Float32Array.from(prefixes.flatMap(logitsAfter)),
  size: SIZE,
  past: { prefix: { data: Float32Array.from(prefixes), dims: [prefixes.length] } },
});
const after = (prefix: number, token: number): number => (prefix * 31 + token + 1) % 9_973;

function aDecoder(): MoonshineDecoder & { texts(): number } {
  let texts = 0;
  return {
    begin: async () => decodedOf([1]),
    async next(_, { past }, tokens) {
      texts += tokens.length;
      return decodedOf(tokens.map((token, at) => after(past['prefix']!.data[at]!, token)));
    },
    only: ({ logits, size, past }, rows) => ({
      logits,
      size,
      past: { prefix: { data: Float32Array.from(rows, (row) => past['prefix']!.data[row]!), dims: [rows.length] } },
    }),
    texts: () => texts,
  };
}

/** Every text to its end. */
function wholeProbability(row: readonly number[]): number {
  let [sum, prefix] = [0, 1];
  for (const token of row) {
    const logits = logitsAfter(prefix).map(Math.fround);
    sum += logits[token]! - Math.log(logits.reduce((all, one) => all + Math.exp(one), 0));
    prefix = after(prefix, token);
  }
  return sum;
}

const rules: Record<string, LikelinessRule> = {
  whole: { least: () => -9, score: ({ logProbability }) => logProbability, isGivenUp: () => false },
  each: {
    least: (tokens) => -2 * tokens,
    score: ({ logProbability, tokens }) => logProbability / tokens,
    isGivenUp: () => false,
  },
};

test.each(Object.keys(rules))(
  '[FLOW-11] the likeliest text (by the %s) is the one that is likeliest when all are tried to their end',
  async (name) => {
    const rule = rules[name]!;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(SIZE - 1), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 30 }),
        async (rows) => {
          const decoder = aDecoder();
          const texts = rows.map((row) => ({ text: row.join(' '), row: [...row, 0] }));
          const found = await likeliestText(decoder, { sense, begun: await decoder.begin(sense) }, texts, rule);
          const scores = texts
            .map(({ row }) => ({ logProbability: wholeProbability(row), tokens: row.length }))
            .filter(({ logProbability, tokens }) => logProbability >= rule.least(tokens))
            .map((likely) => rule.score(likely));
          if (scores.length === 0) expect(found).toBeNull();
          else expect(rule.score(found!)).toBeCloseTo(Math.max(...scores), 4);
        },
      ),
    );
  },
);

test('[FLOW-11] texts that cannot be chosen any more are left out, and whoever gives up waits for no other', async () => {
  const texts = Array.from({ length: 24 }, (_, at) => ({
    text: `${at}`,
    row: [at % SIZE, (at * 3) % SIZE, (at * 5) % SIZE, 2, 4, 1, 0],
  }));
  const decoder = aDecoder();
  await likeliestText(decoder, { sense, begun: await decoder.begin(sense) }, texts, rules['whole']!);
  expect(decoder.texts()).toBeLessThan((24 * 6) / 2);
  const left = aDecoder();
  const none = { ...rules['whole']!, isGivenUp: () => true };
  expect(await likeliestText(left, { sense, begun: await left.begin(sense) }, texts, none)).toBeNull();
  expect(left.texts()).toBe(0);
});
