import { sql } from 'kysely';
import { searchTerms } from '#core/search/search-terms.ts';
import type { Db } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { textHasWords } from '#platform/server/db/search-words.ts';
import { TOTAL_CAP } from '../contract.ts';
import type { CallRecordSearch } from './call-record-search.ts';

/** Of a name that more records have than are counted, a page is soon found by looking at the newest ones. */
const NAMED_MOST = TOTAL_CAP;
/** Stands for: some records of the tenant are not in the index yet. */
const WORDLESS = -1;

/**
 * Finds records with a name by an index, which is not used behind row-level security: what is asked for in the name's place. Nothing
 * where the name is to be looked for among the rest. Not within a transaction: it needs a connection of its own.
 */
export async function namedRecords(
  db: Db,
  tenantId: number,
  { name, range }: Pick<CallRecordSearch, 'name' | 'range'>,
): Promise<Pick<CallRecordSearch, 'name' | 'ids'>> {
  if (name?.by !== 'part' || searchTerms(name.text).length === 0) return {};
  const days = range
    ? sql`started_at >= ${momentOfMs(range.fromMs)} and started_at < ${momentOfMs(range.toMs)}`
    : sql`true`;
  const words = sql.join(textHasWords(sql`customer_words`, name.text), sql` and `);
  const found = await db.numbers(
    'records by a name',
    sql`
    (select ${sql.lit(WORDLESS)}::bigint from call_record where tenant_id = ${tenantId} and customer_name <> '' and customer_words = '' limit 1)
    union all (select id from call_record where tenant_id = ${tenantId} and customer_words <> '' and ${words} and ${days} limit ${NAMED_MOST + 1})`,
  );
  const ids = found.map(([id]) => id!);
  if (ids.includes(WORDLESS)) return {};
  return ids.length > NAMED_MOST ? { name: { ...name, by: 'words' } } : { name: undefined, ids };
}
