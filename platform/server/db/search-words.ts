import { sql, type RawBuilder } from 'kysely';
import { searchTerms, termPattern } from '#core/search/search-terms.ts';

/** Whether a text that `search_words` made has all words, in any order; each a condition of its own, so that an index is asked for every one. */
export const textHasWords = (text: RawBuilder<unknown>, words: string): RawBuilder<boolean>[] =>
  searchTerms(words).map((term) => sql<boolean>`${text} like ${termPattern(term)}`);

/** The same where no such text is kept: names of the few who work here, and of a range that is read anyway. */
export const nameHasWords = (name: RawBuilder<unknown>, words: string): RawBuilder<boolean> => {
  const parts = textHasWords(sql`search_words(${name})`, words);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
};
