import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Callers who came to each group within each of these spans, in their order. Span by span: the database then knows that each is a few of many. */
export async function callersOfGroups(
  tx: TenantTx,
  spans: readonly { fromMs: number; toMs: number }[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ groupId: number; nth: number; calls: number }>`
    select c.group_id "groupId", s.nth::int, c.calls
    from unnest(${spans.map(({ fromMs }) => fromMs / 1_000)}::float8[], ${spans.map(({ toMs }) => toMs / 1_000)}::float8[]) with ordinality s (since, before, nth)
    cross join lateral (
      select r.group_id, count(*)::int calls from call_record r
      where r.started_at >= to_timestamp(s.since) and r.started_at < to_timestamp(s.before) and r.direction = 'inbound' and r.group_id is not null
      group by 1) c`.execute(tx.as());
  const found = new Map<number, number[]>();
  for (const { groupId, nth, calls } of rows) {
    const counts = found.get(groupId) ?? spans.map(() => 0);
    counts[nth - 1] = calls;
    found.set(groupId, counts);
  }
  return found;
}
