/** What COPY writes for nothing. */
const NULL = '\\N';
const ESCAPED = /\\(.)/g;
const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const [TAB, NEW_LINE, BACKSLASH, AFTER_ASCII] = [9, 10, 92, 128];

/** What becomes of a field of a row, by its place. */
export type Reading<C> = readonly ((field: string) => C)[];

/**
 * The rows of a piece of COPY's text format, each field read by the one of its place; nothing is empty text, and fields nobody reads
 * are left out. Letter by letter and in one go, so that neither lines nor fields are texts of their own first.
 */
export function copiedRows<C>(piece: Buffer, reading: Reading<C>): C[][] {
  // A letter a byte: one foreign name would make texts of two bytes a letter of everything, which all that follows pays for.
  const text = piece.toString('latin1');
  const rows: C[][] = [];
  let row: C[] = [];
  let place = 0;
  let from = 0;
  let isPlain = true;
  let isAscii = true;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter > BACKSLASH) {
      if (letter >= AFTER_ASCII) isAscii = false;
    } else if (letter === BACKSLASH) isPlain = false;
    else if (letter <= NEW_LINE && (letter === TAB || letter === NEW_LINE)) {
      const read = reading[place++];
      if (read) {
        const field = isAscii ? text.slice(from, at) : piece.toString('utf8', from, at);
        row.push(read(isPlain ? field : fieldText(field)));
      }
      from = at + 1;
      isPlain = true;
      isAscii = true;
      if (letter === TAB) continue;
      rows.push(row);
      row = [];
      place = 0;
    }
  }
  return rows;
}

/** The last field of the first and of the last row of a piece, when they are numbers. */
export function lastNumbers(piece: Buffer): { first: number; last: number } {
  const numberBefore = (end: number): number => Number(piece.toString('latin1', piece.lastIndexOf(TAB, end) + 1, end));
  return { first: numberBefore(piece.indexOf(NEW_LINE)), last: numberBefore(piece.length - 1) };
}

/** What a field of COPY's text says. */
export const fieldText = (field: string): string =>
  field === NULL ? '' : field.replace(ESCAPED, (_, letter: string) => letters[letter] ?? letter);
