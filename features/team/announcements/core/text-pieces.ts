/** A stretch of text; with `link` it leads somewhere. */
export interface Piece {
  text: string;
  link?: string;
}

/** Up to white space, quotes, angle brackets or the punctuation Chinese ends a sentence with. */
const ADDRESS = /https?:\/\/[^\s<>"'（）。，；：！？、》」』】]+/g;

/**
 * Plain text as paragraphs of pieces: an empty line begins a new paragraph, a web address becomes a link. Nothing
 * else has a meaning, so nothing that is typed can become a part of the page.
 */
export function textPieces(text: string): Piece[][] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(piecesOf);
}

function piecesOf(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  let after = 0;
  for (const match of paragraph.matchAll(ADDRESS)) {
    const address = withoutTail(match[0]);
    if (match.index > after) pieces.push({ text: paragraph.slice(after, match.index) });
    pieces.push({ text: address, link: address });
    after = match.index + address.length;
  }
  if (after < paragraph.length) pieces.push({ text: paragraph.slice(after) });
  return pieces;
}

/** The full stop of the sentence and the bracket around the address are not part of it. */
function withoutTail(found: string): string {
  let address = found;
  for (;;) {
    const last = address.at(-1)!;
    const unmatched = last === ')' && address.split('(').length < address.split(')').length;
    if (!unmatched && !/[.,;:!?]/.test(last)) return address;
    address = address.slice(0, -1);
  }
}
