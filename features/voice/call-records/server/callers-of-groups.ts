import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Callers who came to each group within each of these spans, in their order. */
export async function callersOfGroups(
  tx: TenantTx,
  spans: readonly { fromMs: number; toMs: number }[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ groupId: number; nth: number; calls: number }>`
    select r.group_id "groupId", s.nth::int, count(*)::int calls
    from unnest(${spans.map(({ fromMs }) => fromMs / 1_000)}::float8[], ${spans.map(({ toMs }) => toMs / 1_000)}::float8[]) with ordinality s (since, before, nth)
    join call_record r on r.started_at >= to_timestamp(s.since) and r.started_at < to_timestamp(s.before)
    where r.direction = 'inbound' and r.group_id is not null group by 1, 2`.execute(tx.as());
  const found = new Map<number, number[]>();
  for (const { groupId, nth, calls } of rows) {
    const counts = found.get(groupId) ?? spans.map(() => 0);
    counts[nth - 1] = calls;
    found.set(groupId, counts);
  }
  return found;
}
