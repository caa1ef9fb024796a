import { sql } from 'kysely';
import { spreadOf, type ChatFigures } from '../core/report.ts';

/*
 * The database counts, and brings the seconds of each measure along as they are, four bytes each; what is the middle of any set
 * of cells is found here. Sorting in the database, once for every table of the page, takes twice as long.
 */
const bytesOf = (name: 'wait' | 'answer' | 'handle' | 'rating') =>
  sql`coalesce(string_agg(int4send(${sql.ref(name)}::int), ''), '') ${sql.ref(`${name}s`)}`;
export const tally = sql`count(*)::int begun, (count(*) filter (where unanswered))::int unanswered, coalesce(sum(transfers), 0)::int transfers, ${bytesOf('wait')}, ${bytesOf('answer')}, ${bytesOf('handle')}, ${bytesOf('rating')}`;

export interface Tally {
  begun: number;
  unanswered: number;
  transfers: number;
  waits: Buffer;
  answers: Buffer;
  handles: Buffer;
  ratings: Buffer;
}

/** The numbers of several cells. */
function numbersOf(parts: readonly Buffer[]): Int32Array {
  const bytes = new Uint8Array(parts.reduce((all, part) => all + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  Buffer.from(bytes.buffer).swap32();
  return new Int32Array(bytes.buffer);
}

/** The figures of several cells together. */
export function figuresOf(cells: readonly Tally[], promiseSec: number): ChatFigures {
  const sum = (of: (cell: Tally) => number): number => cells.reduce((all, cell) => all + of(cell), 0);
  const answers = numbersOf(cells.map((cell) => cell.answers));
  const ratings = [0, 0, 0, 0, 0];
  for (const stars of numbersOf(cells.map((cell) => cell.ratings))) ratings[stars - 1]! += 1;
  return {
    begun: sum(({ begun }) => begun),
    answered: answers.length,
    unanswered: sum(({ unanswered }) => unanswered),
    kept: answers.reduce((kept, sec) => kept + (sec <= promiseSec ? 1 : 0), 0),
    transfers: sum(({ transfers }) => transfers),
    wait: spreadOf(numbersOf(cells.map((cell) => cell.waits))),
    answer: spreadOf(answers),
    handle: spreadOf(numbersOf(cells.map((cell) => cell.handles))),
    ratings,
  };
}
