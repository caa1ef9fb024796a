import { sql } from 'kysely';
import { searchTerms } from '#core/search/search-terms.ts';
import type { Db } from '#platform/server/db/db.ts';
import { textHasWords } from '#platform/server/db/search-words.ts';
import { memberFilters, numberPart, type MemberSearch } from './members.repo.ts';

/** Stands for: some customers of the tenant are not in the index yet. */
const WORDLESS = -1;

/**
 * Finds customers of campaigns by words with an index, which is not used behind row-level security: what is asked for in the words'
 * place. Nothing where the words are to be looked for among the rest: there are none, or so many have them that a page is soon found.
 * Not within a transaction: it needs a connection of its own.
 */
export async function foundMembers(
  db: Db,
  tenantId: number,
  search: MemberSearch,
  most: number,
): Promise<Pick<MemberSearch, 'words' | 'ids' | 'isMany'>> {
  const { words = '' } = search;
  if (searchTerms(words).length === 0) return {};
  const filters = sql`x.tenant_id = ${tenantId} and ${memberFilters(search)}`;
  const named = sql.join(textHasWords(sql`x.name_words`, words), sql` and `);
  const digits = numberPart(search);
  const found = await db.numbers(
    'customers of campaigns by words',
    sql`
    (select ${sql.lit(WORDLESS)}::bigint from campaign_customer where tenant_id = ${tenantId} and name <> '' and name_words = '' limit 1)
    union all (select x.id from campaign_customer x where ${filters} and x.name_words <> '' and ${named} limit ${most + 1})
    ${digits === null ? sql`` : sql`union all (select x.id from campaign_customer x where ${filters} and x.number >= ${digits} and x.number < ${`${digits}:`} limit ${most + 1})`}`,
  );
  const ids = new Set(found.map(([id]) => id!));
  if (ids.has(WORDLESS)) return {};
  if (ids.size > most) return { isMany: true };
  return { words: undefined, ids: [...ids] };
}
