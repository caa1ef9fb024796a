import type { Tensor } from '../runtime.ts';
import type { Decoded, MoonshineDecoder } from './moonshine-decoder.ts';

/** Natural logarithms of probabilities. */
export interface Likely {
  text: string;
  /** Of all tokens together, the end included. */
  logProbability: number;
  tokens: number;
}

/** `at`: which of the texts it is. */
export type LikelyText = Likely & { at: number };

/** What is likely enough, and what is likelier; neither may be more for less probability. */
export interface LikelinessRule {
  least(tokens: number): number;
  score(likely: Pick<Likely, 'logProbability' | 'tokens'>): number;
  isGivenUp(): boolean;
}

/** A text on its way: how likely its tokens were so far. */
interface Tried {
  at: number;
  row: readonly number[];
  logProbability: number;
}

/** Mostly it is one of the first, and then no other is likelier. Every beginning costs memory: what the decoder knows of the sound is a megabyte. */
const [TEXTS_FIRST, TEXTS_AT_ONCE] = [2, 8];

/** Texts that are the same so far. */
interface Beginning {
  /** Which of those before it was one token shorter. */
  from: number;
  token: number;
  tried: readonly Tried[];
}

/**
 * The likeliest of some texts, each as its tokens with the end; null where none is likely enough. They are tried token by token beside each
 * other, those that begin best first, and what begins alike only once. None becomes likelier by its next token, so that most are left out after
 * one or two: exactly those that cannot be chosen.
 */
export async function likeliestText(
  decoder: MoonshineDecoder,
  { sense, begun }: { sense: Tensor; begun: Decoded },
  texts: readonly { text: string; row: readonly number[] }[],
  { least, score, isGivenUp }: LikelinessRule,
): Promise<LikelyText | null> {
  let best: LikelyText | null = null;
  const likelyOf = ({ at, row, logProbability }: Tried): LikelyText => ({
    text: texts[at]!.text,
    at,
    logProbability,
    tokens: row.length,
  });
  const isHopeful = (tried: Tried): boolean =>
    tried.logProbability >= least(tried.row.length) && (best === null || score(likelyOf(tried)) > score(best));
  const first = shares(begun.logits, 0, begun.size);
  const waiting = texts
    .map(({ row }, at): Tried => ({ at, row, logProbability: first(row[0]!) }))
    .toSorted((a, b) => score(likelyOf(b)) - score(likelyOf(a)));
  while (waiting.length > 0) {
    const now = waiting.splice(0, waiting.length === texts.length ? TEXTS_FIRST : TEXTS_AT_ONCE);
    let going = beginnings(now.filter(isHopeful), 0, 0);
    let decoded = begun;
    for (let tokenIndex = 1; going.length > 0 && !isGivenUp(); tokenIndex++) {
      decoded = await decoder.next(
        sense,
        decoder.only(
          decoded,
          going.map((beginning) => beginning.from),
        ),
        going.map(({ token }) => token),
      );
      const { logits, size } = decoded;
      going = going.flatMap(({ tried }, index) => {
        const share = shares(logits, index * size, size);
        const next = tried.map((one) => ({ ...one, logProbability: one.logProbability + share(one.row[tokenIndex]!) }));
        for (const one of next) if (tokenIndex === one.row.length - 1 && isHopeful(one)) best = likelyOf(one);
        return beginnings(
          next.filter((one) => tokenIndex < one.row.length - 1 && isHopeful(one)),
          tokenIndex,
          index,
        );
      });
    }
  }
  return best;
}

/** By the token at a place. */
function beginnings(tried: readonly Tried[], tokenIndex: number, from: number): Beginning[] {
  return [...Map.groupBy(tried, ({ row }) => row[tokenIndex]!)].map(([token, same]) => ({ from, token, tried: same }));
}

/** The likeliest of the numbers, and how likely it is among all. */
export function likeliest(data: Float32Array, from: number, size: number): { best: number; logShare: number } {
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

/** How likely each of the numbers is among all. */
function shares(data: Float32Array, from: number, size: number): (at: number) => number {
  const { best, logShare } = likeliest(data, from, size);
  const top = data[from + best]!;
  return (at) => data[from + at]! - top + logShare;
}
