const END_OF_SENTENCE = /[.!?…]+["'”’)\]]*(?=\s)|[。！？]+["'”’」）]*|\n+/gu;
const PAUSE = /[,;:，、；：]\s*|\s[-–—]\s/gu;

/** A text in pieces that can be spoken one after another: sentences, and where one is longer than allowed its parts, at a pause where there is one. */
export function speechPieces(text: string, mostLetters = 160): string[] {
  return cutAfter(text, END_OF_SENTENCE)
    .flatMap((sentence) => shortened(sentence.trim(), mostLetters))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function shortened(piece: string, mostLetters: number): string[] {
  if (piece.length <= mostLetters) return [piece];
  const joined: string[] = [];
  for (const part of cutAfter(piece, PAUSE).flatMap((part) => atBlanks(part, mostLetters))) {
    if (joined.length > 0 && joined.at(-1)!.length + part.length <= mostLetters) joined[joined.length - 1] += part;
    else joined.push(part);
  }
  return joined.map((part) => part.trim());
}

function atBlanks(part: string, mostLetters: number): string[] {
  const pieces: string[] = [];
  let rest = part;
  while (rest.length > mostLetters) {
    const blank = rest.lastIndexOf(' ', mostLetters);
    // Writing without blanks is cut where it must; never between the halves of one sign.
    const at = blank > 0 ? blank + 1 : /[\uD800-\uDBFF]/.test(rest[mostLetters - 1]!) ? mostLetters - 1 : mostLetters;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

function cutAfter(text: string, mark: RegExp): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(mark)) {
    pieces.push(text.slice(from, index + found.length));
    from = index + found.length;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
}
