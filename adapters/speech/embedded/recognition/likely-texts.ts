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

/** Every text costs memory: what the decoder knows of the sound is a megabyte. */
const TEXTS_AT_ONCE = 8;

/**
 * The likeliest of some texts, each as its tokens with the end; null where none is likely enough. They are tried token by token beside each
 * other, those that begin best first. None becomes likelier by its next token, so that most are left out after one or two: exactly those that
 * cannot be chosen.
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
  for (let from = 0; from < waiting.length; from += TEXTS_AT_ONCE) {
    let going = waiting.slice(from, from + TEXTS_AT_ONCE).filter(isHopeful);
    let decoded = decoder.only(
      begun,
      going.map(() => 0),
    );
    for (let told = 1; going.length > 0 && !isGivenUp(); told++) {
      decoded = await decoder.next(
        sense,
        decoded,
        going.map(({ row }) => row[told - 1]!),
      );
      const { logits, size } = decoded;
      const next = going.map((tried, index): Tried => {
        const share = shares(logits, index * size, size);
        return { ...tried, logProbability: tried.logProbability + share(tried.row[told]!) };
      });
      for (const tried of next) if (told === tried.row.length - 1 && isHopeful(tried)) best = likelyOf(tried);
      const left = next.flatMap((tried, index) => (told < tried.row.length - 1 && isHopeful(tried) ? [index] : []));
      decoded = decoder.only(decoded, left);
      going = left.map((index) => next[index]!);
    }
  }
  return best;
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
