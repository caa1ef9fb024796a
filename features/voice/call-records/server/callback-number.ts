import { sql } from 'kysely';
import type { KeepsMessage } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { keepsMessage } from './keepers.ts';

/**
 * The customer's number of a call that this person may call back: one they were in, one with a customer they had a call
 * with, one with a message they keep, any with `call-records.view`, or one with a number they know. Null for every other call and for ids nobody gave.
 */
export async function callbackNumber(
  tx: TenantTx,
  keepers: readonly KeepsMessage[],
  { callId, userId, known = null }: { callId: string; userId: number; known?: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select r.customer_number number from call_record r
    where r.call_id = ${callId} and r.direction <> 'internal' and r.customer_number <> '' and (
      r.customer_number = ${known}
      or exists (select 1 from call_agent a where a.record_id = r.id and a.user_id = ${userId})
      or exists (select 1 from member m where m.user_id = ${userId} and m.is_owner)
      or exists (select 1 from member_role mr join role o on o.id = mr.role_id where mr.user_id = ${userId} and 'call-records.view' = any(o.functions))
      or exists (select 1 from call_record s join call_agent a on a.record_id = s.id and a.user_id = ${userId} where s.customer_number = r.customer_number))`.execute(
    tx.as(),
  );
  if (rows[0]) return rows[0].number;
  if (!(await keepsMessage(keepers, tx, { callId }, userId))) return null;
  const { rows: kept } = await sql<{
    number: string;
  }>`select customer_number number from call_record where call_id = ${callId} and customer_number <> ''`.execute(
    tx.as(),
  );
  return kept[0]?.number ?? null;
}

/** The customer of a call that came without a number, for who was in it or may see all calls. Null for every other call. */
export async function customerOfCall(tx: TenantTx, callId: string, userId: number): Promise<number | null> {
  const { rows } = await sql<{ customer_id: string | null }>`
    select r.customer_id from call_record r
    where r.call_id = ${callId} and r.visitor_id is not null and (
      exists (select 1 from call_agent a where a.record_id = r.id and a.user_id = ${userId})
      or exists (select 1 from member m where m.user_id = ${userId} and m.is_owner)
      or exists (select 1 from member_role mr join role o on o.id = mr.role_id where mr.user_id = ${userId} and 'call-records.view' = any(o.functions)))`.execute(
    tx.as(),
  );
  const id = rows[0]?.customer_id;
  return id ? Number(id) : null;
}
