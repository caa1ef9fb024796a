import { plain, unleet } from './guessable.ts';

const SHORTEST_STEM = 3;

/**
 * What a password is made of when digits and signs around it are left out, if everybody uses that: `Tinkerbell77!` is made
 * of `tinkerbell`. Words between other words are not looked at: several of them are a sentence, and good.
 */
export function commonStem(password: string, isCommon: (password: string) => boolean): string | null {
  const text = plain(password);
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const stems = [text, bare, unleet(text), unleet(bare)];
  return stems.find((stem) => stem.length >= SHORTEST_STEM && isCommon(stem)) ?? null;
}
