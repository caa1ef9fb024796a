import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

/** Groups shown at most: whoever has more merges these first. */
const GROUPS_MOST = 500;
/** Of a larger group: so many of the oldest, and the newest. */
const MEMBERS_MOST = 20;
const KEPT_MS = 60_000;

/**
 * Finds customers that share a number or an address, in groups. At a million customers this reads all of them, so that what
 * was found is kept for a minute.
 */
export function openDuplicates(db: Db, nowMs: () => number) {
  const kept = new Map<number, { untilMs: number; groups: Promise<number[][]> }>();

  async function find(tenantId: number): Promise<number[][]> {
    const here = sql`c.tenant_id = ${tenantId} and c.deleted_at is null`;
    // Of two the ends are both; only larger groups are looked up, each by the index: in the order of ids every one would walk the table.
    const rows = await db.numbers(
      'customers that share a number or an address',
      sql`
      with shared as (
        select value, count(*) members, min(id) first, max(id) last from (select c.id, unnest(c.phones || c.emails) value from customer c where ${here}) v
        group by value having min(id) < max(id) limit ${GROUPS_MOST})
      select dense_rank() over (order by s.value), m.id from shared s cross join lateral (
        select s.first id union select s.last
        union select id from (
          select id from (
            select c.id from customer c where s.members > 2 and ${here} and c.phones @> array[s.value]
            union select c.id from customer c where s.members > 2 and ${here} and c.emails @> array[s.value]) found
          order by id limit ${MEMBERS_MOST}) oldest) m
      order by 1, 2`,
    );
    const groups = new Map<string, number[]>();
    for (const [, ids] of Map.groupBy(rows, ([group]) => group)) {
      const members = ids.map(([, id]) => id!);
      groups.set(members.join(), members);
    }
    return [...groups.values()].filter((ids) => ids.length > 1);
  }

  return {
    groups(tenantId: number): Promise<number[][]> {
      const known = kept.get(tenantId);
      if (known && known.untilMs > nowMs()) return known.groups;
      const groups = find(tenantId);
      kept.set(tenantId, { untilMs: nowMs() + KEPT_MS, groups });
      groups.catch(() => kept.delete(tenantId));
      return groups;
    },
    forget: (tenantId: number): void => void kept.delete(tenantId),
  };
}
