/** A page as the search knows it. */
export interface Searchable<Slug extends string = string> {
  slug: Slug;
  title: string;
  text: string;
}

export interface HelpHit<Slug extends string = string> {
  slug: Slug;
  title: string;
  /** Words around the first hit, cut into what was searched for and the rest. */
  excerpt: { text: string; hit: boolean }[];
}

const AROUND = 60;

/** As people mean it: without accents and case; full-width letters are the usual ones. Keeps the length of most texts. */
export const folded = (text: string): string =>
  [...text]
    .map(
      (letter) =>
        letter
          .normalize('NFKD')
          .replace(/\p{M}+/gu, '')
          .toLowerCase()
          .slice(0, letter.length) || letter,
    )
    .join('');

/** The pages that contain every word, in any script; hits in the title first. */
export function search<Slug extends string>(pages: readonly Searchable<Slug>[], wanted: string): HelpHit<Slug>[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return pages
    .map((page) => ({ page, title: folded(page.title), text: folded(page.text) }))
    .filter(({ title, text }) => words.every((word) => title.includes(word) || text.includes(word)))
    .map(({ page, title, text }) => ({ page, text, inTitle: words.filter((word) => title.includes(word)).length }))
    .sort((a, b) => b.inTitle - a.inTitle)
    .map(({ page, text }) => ({ slug: page.slug, title: page.title, excerpt: excerptOf(page.text, text, words) }));
}

function excerptOf(text: string, foldedText: string, words: string[]): HelpHit['excerpt'] {
  const word = words.find((one) => foldedText.includes(one));
  if (word === undefined) return [{ text: text.slice(0, AROUND * 2), hit: false }];
  const at = foldedText.indexOf(word);
  const end = at + word.length;
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(end, end + AROUND);
  // Scripts with spaces are cut between words.
  const isCut = { before: at > AROUND, after: end + AROUND < text.length };
  return [
    { text: isCut.before ? `…${before.replace(/^\S{1,20}\s/, '')}` : before, hit: false },
    { text: text.slice(at, end), hit: true },
    { text: isCut.after ? `${after.replace(/\s\S{1,20}$/, '')}…` : after, hit: false },
  ].filter((piece) => piece.text !== '');
}
