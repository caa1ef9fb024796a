import { sql, type RawBuilder } from 'kysely';

/** Terms beyond these narrow nothing that matters and cost each. */
const TERMS_MOST = 6;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** What a search of words looks for in `customer.search`; every one must be there. */
export function likePatterns(words: string): string[] {
  const lower = words.trim().toLowerCase();
  // A number typed with brackets and spaces is one term.
  const number = lower.replaceAll(/[\s().+\-/]/g, '');
  const terms = /^\d{3,}$/.test(number) ? [number] : lower.split(/\s+/).slice(0, TERMS_MOST);
  // Trigrams need three letters: a shorter term is the beginning of a word.
  return terms.filter((term) => term !== '').map((term) => (Array.from(term).length < 3 ? `% ${escapeLike(term)}%` : `%${escapeLike(term)}%`));
}

/** Whether a customer has all words in a name, a company, a number or an address. */
export const hasWords = (words: string): RawBuilder<boolean>[] => likePatterns(words).map((pattern) => sql<boolean>`c.search like ${pattern}`);
