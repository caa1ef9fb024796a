import { sha256 } from '#core/sha256.ts';

/*
 * Work to be done before a machine may go on asking: nothing for one person, dear for a thousand guesses. Rules:
 * 1. A puzzle wants a number that makes the hash of challenge, place and number begin with so many zero bits.
 * 2. There are several small puzzles instead of a large one: luck then matters little, and nobody waits long.
 * 3. A challenge is random, good once and for some minutes; that is for whoever gives it out to keep.
 */
export interface Work {
  puzzles: number;
  bits: number;
}

/** About 130,000 hashes: a second or less in a browser. */
export const CAPTCHA_WORK: Work = { puzzles: 8, bits: 14 };

const solves = (challenge: string, place: number, number: number, bits: number): boolean =>
  sha256(`${challenge}:${place}:${number}`)[0]! >>> (32 - bits) === 0;

/** The first number from `from` on that solves a puzzle, among so many; null when none does. */
export function search(
  challenge: string,
  place: number,
  bits: number,
  { from, count }: { from: number; count: number },
): number | null {
  for (let number = from; number < from + count; number += 1) if (solves(challenge, place, number, bits)) return number;
  return null;
}

/** Whether an answer (`17.4023.…`, a number for each puzzle in turn) solves all of them. */
export function isWorkDone(challenge: string, { puzzles, bits }: Work, answer: string): boolean {
  const numbers = answer.split('.');
  return (
    numbers.length === puzzles &&
    numbers.every((text, place) => /^\d{1,15}$/.test(text) && solves(challenge, place, Number(text), bits))
  );
}
