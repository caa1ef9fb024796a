/** A piece of a text: words, or an address that can be opened. */
export type TextPiece = { text: string; href: string | null };

const LINK = /https?:\/\/[^\s<>"'“”]+/gi;

/** Takes a text apart at its addresses. Only http and https are links: nothing a message says can run here. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(LINK)) {
    // The stop at the end of a sentence is not part of the address.
    const href = found[0].replace(/[.,;:!?)\]}。，；：！？）】]+$/u, '');
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), href: null });
    pieces.push({ text: href, href });
    from = found.index + href.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}
