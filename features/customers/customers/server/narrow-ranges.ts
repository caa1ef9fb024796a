import { sql } from 'kysely';
import { conditionsOf, type ConditionTree } from '#core/customer/condition.ts';
import type { Db } from '#platform/server/db/db.ts';
import { compileConditions, rangeOf } from './compile-conditions.ts';
import type { SearchWorld } from './compile-search.ts';

/** A range that more customers are in is met soon by whoever reads one customer after another. */
const NARROW_MOST = 10_000;

/**
 * The same world, with who is in those ranges over custom fields that few customers are in. PostgreSQL cannot know how many
 * a field of a tenant holds in a range, and would read everybody to find twenty; a list of ids it can look up, and hash.
 */
export async function withNarrowRanges(
  db: Db,
  condition: ConditionTree | undefined,
  world: SearchWorld,
): Promise<SearchWorld> {
  if (!condition) return world;
  // Refuses what may not be asked, before anything is looked for.
  compileConditions(condition, world);
  const ranges = conditionsOf(condition)
    .map((one) => ({ one, range: rangeOf(one, world) }))
    .filter(({ range }) => range !== null);
  if (ranges.length === 0) return world;
  const found = ranges.map(
    ({ range }, place) =>
      sql`(select ${sql.lit(place)}, array(select n.customer_id from customer_number n where n.tenant_id = ${world.tenantId} and ${range!} limit ${NARROW_MOST + 1}) ids)`,
  );
  const rows = await db.numberLists(
    'who is in ranges',
    sql`select place, case when cardinality(ids) <= ${NARROW_MOST} then ids::text end from (${sql.join(found, sql` union all `)}) ranges (place, ids)`,
  );
  return {
    ...world,
    narrow: new Map(
      rows.flatMap(([place, ids]) => (ids === null ? [] : [[ranges[Number(place)]!.one, String(ids)] as const])),
    ),
  };
}
