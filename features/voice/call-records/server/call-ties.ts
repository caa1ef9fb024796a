import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Of these customers and numbers those a member had a call with, from the first ring on. */
export async function tiedByCalls(
  tx: TenantTx,
  userId: number,
  { customerIds, numbers }: { customerIds: readonly number[]; numbers: readonly string[] },
): Promise<{ customerIds: ReadonlySet<number>; numbers: ReadonlySet<string> }> {
  // Each is looked up by itself: somebody who calls every day is found with the first call of theirs.
  const tied = (wanted: readonly string[], column: RawBuilder<unknown>) => sql<{ one: string }>`
    select one from unnest(${wanted}::text[]) one
    where exists (select 1 from call_record r join call_agent a on a.record_id = r.id and a.user_id = ${userId} where ${column} = one and r.direction <> 'internal')`;
  const known = await tied(customerIds.map(String), sql`r.customer_id`).execute(tx.as());
  const called = await tied(numbers, sql`r.customer_number`).execute(tx.as());
  return {
    customerIds: new Set(known.rows.map(({ one }) => Number(one))),
    numbers: new Set(called.rows.map(({ one }) => one)),
  };
}
