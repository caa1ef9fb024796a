/** Repeatable chance (mulberry32): the same seed gives the same sequence, each 0 ≤ value < 1. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed from words, so that every thing with a name has a character of its own. */
export function seedOf(...words: (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const character of words.join('/')) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return hash >>> 0;
}
