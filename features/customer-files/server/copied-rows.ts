/** What COPY writes for nothing. */
const NULL = '\\N';
const ESCAPED = /\\(.)/g;
const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The rows of a piece of COPY's text format; nothing is empty text. */
export function copiedRows(piece: Buffer): string[][] {
  const lines = piece.toString('utf8').split('\n');
  // What stands behind the last line's end.
  lines.pop();
  return lines.map((line) => (line.includes('\\') ? line.split('\t').map(plain) : line.split('\t')));
}

const plain = (field: string): string => (field === NULL ? '' : field.includes('\\') ? field.replace(ESCAPED, (_, letter: string) => letters[letter] ?? letter) : field);
