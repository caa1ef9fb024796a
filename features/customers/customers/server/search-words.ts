import { sql, type RawBuilder } from 'kysely';

/** Terms beyond these narrow nothing that matters and cost each. */
const TERMS_MOST = 6;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** What a search of words looks for; every one must be there. */
export function searchTerms(words: string): string[] {
  const lower = words.trim().toLowerCase();
  // A number typed with brackets and spaces is one term.
  const number = lower.replaceAll(/[\s().+\-/]/g, '');
  return /^\d{3,}$/.test(number)
    ? [number]
    : lower
        .split(/\s+/)
        .filter((term) => term !== '')
        .slice(0, TERMS_MOST);
}

/** Trigrams need three letters: a shorter term is the beginning of a word. */
const patternOf = (term: string): string =>
  Array.from(term).length < 3 ? `% ${escapeLike(term)}%` : `%${escapeLike(term)}%`;

/**
 * Whether a customer has all words in a name, a company, a number or an address. `openText` is what somebody who sees
 * stars may read: for them the words must stand there, lest a hidden number be found by trying.
 */
export const hasWords = (words: string, openText: RawBuilder<string> | null): RawBuilder<boolean>[] =>
  searchTerms(words).map((term) => {
    const found = sql<boolean>`c.search like ${patternOf(term)}`;
    return openText === null ? found : sql<boolean>`(${found} and lower(${openText}) like ${`%${escapeLike(term)}%`})`;
  });
