import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

/** Groups shown at most: whoever has more merges these first. */
const GROUPS_MOST = 500;
const KEPT_MS = 60_000;

/**
 * Finds customers that share a number or an address, in groups. At a million customers this reads all of them, so that what
 * was found is kept for a minute.
 */
export function openDuplicates(db: Db, nowMs: () => number) {
  const kept = new Map<number, { untilMs: number; groups: Promise<number[][]> }>();

  async function find(tenantId: number): Promise<number[][]> {
    const rows = await db.numbers('customers that share a number or an address', sql`
      with shared as (
        select value from (
          select unnest(phones) value from customer where tenant_id = ${tenantId} and deleted_at is null
          union all select unnest(emails) from customer where tenant_id = ${tenantId} and deleted_at is null) v
        group by value having count(*) > 1 limit ${GROUPS_MOST})
      select dense_rank() over (order by s.value), c.id from shared s
      cross join lateral (select id from customer c where c.tenant_id = ${tenantId} and c.deleted_at is null and (c.phones @> array[s.value] or c.emails @> array[s.value]) order by id limit 20) c order by 1, 2`);
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
