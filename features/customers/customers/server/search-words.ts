import { sql, type RawBuilder } from 'kysely';
import { nameHasWords, textHasWords } from '#platform/server/db/search-words.ts';

/**
 * Whether a customer has all words in a name, a company, a number or an address. `openText` is what somebody who sees
 * stars may read: for them the words must stand there, lest a hidden number be found by trying.
 */
export const hasWords = (words: string, openText: RawBuilder<string> | null): RawBuilder<boolean>[] => [
  ...textHasWords(sql`c.search`, words),
  ...(openText === null ? [] : [nameHasWords(openText, words)]),
];
