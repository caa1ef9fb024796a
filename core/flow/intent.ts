export interface IntentChoice {
  key: string;
  name: string;
  examples: readonly string[];
}

const ENOUGH = 0.5;

/**
 * What somebody meant, by examples: the phrase recognition chose, else the intent whose example shares most with what was said.
 * Null when nothing is close enough.
 */
export function intentOf(
  { text, phrase }: { text: string; phrase: string | null },
  intents: readonly IntentChoice[],
): { key: string; name: string; score: number } | null {
  const chosen = phrase === null ? undefined : intents.find(({ examples }) => examples.includes(phrase));
  if (chosen) return { key: chosen.key, name: chosen.name, score: 1 };
  const pieces = piecesOf(text);
  let best: { key: string; name: string; score: number } | null = null;
  for (const { key, name, examples } of intents) {
    const score = Math.max(0, ...piecesOfAll(examples).map((example) => likeness(pieces, example)));
    if (score >= ENOUGH && score > (best?.score ?? 0)) best = { key, name, score };
  }
  return best;
}

/** Settings of a flow are never changed, only replaced: what its examples are made of is looked at once. */
const known = new WeakMap<readonly string[], readonly ReadonlySet<string>[]>();
function piecesOfAll(examples: readonly string[]): readonly ReadonlySet<string>[] {
  let pieces = known.get(examples);
  if (!pieces) known.set(examples, (pieces = examples.map(piecesOf)));
  return pieces;
}

/** Words; of writing without spaces, pairs of letters. */
export function piecesOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/\p{Script=Han}+|[\p{Letter}\p{Number}']+/gu) ?? [];
  return new Set(words.flatMap((word) => (/\p{Script=Han}/u.test(word) && word.length > 1 ? pairs(word) : [word])));
}

const pairs = (word: string): string[] => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));

/** How much of the example is in what was said, a little less for much else beside it. */
function likeness(pieces: ReadonlySet<string>, example: ReadonlySet<string>): number {
  if (example.size === 0) return 0;
  let shared = 0;
  for (const piece of example) if (pieces.has(piece)) shared += 1;
  return (shared / example.size) * (0.8 + 0.2 * (shared / Math.max(pieces.size, 1)));
}
