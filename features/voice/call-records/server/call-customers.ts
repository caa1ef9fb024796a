import { sql, type RawBuilder } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

/** Whose number each of these calls is with; calls between colleagues and hidden numbers are left out. */
export async function customerNumbers(tx: TenantTx, callIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ call_id: string; customer_number: string }>`
    select call_id, customer_number from call_record where call_id = any(${callIds}) and direction <> 'internal' and customer_number <> ''`.execute(
    tx.as(),
  );
  return new Map(rows.map((row) => [row.call_id, row.customer_number]));
}

/** Of these calls those whose customer is no guess by their number: they came from a chat, or somebody chose. */
export async function knownCallers(tx: TenantTx, callIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ call_id: string; id: number }>`
    select call_id, customer_id::bigint id from call_record where call_id = any(${callIds}) and (visitor_id is not null or customer_chosen) and customer_id is not null`.execute(
    tx.as(),
  );
  return new Map(rows.map((row) => [row.call_id, row.id]));
}

/** Somebody said who of several with one number called: the call is that customer's. */
export async function chooseCustomer(
  tx: TenantTx,
  callId: string,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await sql`update call_record set customer_id = ${String(id)}, customer_name = ${name}, customer_chosen = true where call_id = ${callId}`.execute(
    tx.as(),
  );
}

/** When the last of these calls ended; null while they last. */
export async function endOfCalls(tx: TenantTx, callIds: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{
    moment: string | null;
  }>`select max(ended_at) moment from call_record where call_id = any(${callIds})`.execute(tx.as());
  return rows[0]?.moment ?? null;
}

/** The moment of the last finished call with a customer; null without one. */
export async function lastCallWith(tx: TenantTx, customerId: number): Promise<string | null> {
  const { rows } = await sql<{
    moment: string | null;
  }>`select max(ended_at) moment from call_record where customer_id = ${String(customerId)}`.execute(tx.as());
  return rows[0]?.moment ?? null;
}

/** Writes into calls with whom they were; a task that named its customer knows better. */
export async function nameCustomers(
  tx: TenantTx,
  named: readonly { callId: string; customerId: number; name: string }[],
): Promise<void> {
  if (named.length === 0) return;
  await sql`
    update call_record r set customer_id = coalesce(r.customer_id, n."customerId"::text), customer_name = case when r.customer_name = '' then n.name else r.customer_name end
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n ("callId" text, "customerId" bigint, name text) where r.call_id = n."callId"`.execute(
    tx.as(),
  );
}

/** A visitor of a chat was found to be this customer, or nobody's: so are the calls from the chat. */
export async function tieVisitorCalls(tx: TenantTx, visitorId: number, customerId: number | null): Promise<void> {
  await sql`update call_record set customer_id = ${customerId === null ? null : String(customerId)} where visitor_id = ${visitorId}`.execute(
    tx.as(),
  );
}

/** Customers were one and the same: their calls are the kept one's. */
export async function moveCalls(tx: TenantTx, from: readonly number[], to: number): Promise<void> {
  await sql`update call_record set customer_id = ${String(to)} where customer_id = any(${from.map(String)})`.execute(
    tx.as(),
  );
}

export interface CallLine {
  id: number;
  call_id: string;
  at: string;
  direction: string;
  outcome: number | null;
  talk_sec: number;
  user_name: string | null;
  has_recording: boolean;
  /** Of the task it was made for; empty: none. */
  task_name: string;
}

/** Calls with these customers before (`at`, `seq`) in whole seconds, the newest first. */
export async function callsWith(
  tx: TenantTx,
  customerIds: readonly number[],
  before: { at: string; seq: number },
  size: number,
): Promise<CallLine[]> {
  const { rows } = await sql<CallLine>`
    select r.id, r.call_id, r.started_at at, r.direction, r.outcome, r.talk_sec, m.nick_name user_name, r.has_recording, coalesce(r.task_name, '') task_name from call_record r left join member m on m.user_id = r.user_id
    where r.customer_id = any(${customerIds.map(String)}) and (date_trunc('second', r.started_at), r.id) < (${before.at}::timestamptz, ${before.seq}::bigint)
    order by date_trunc('second', r.started_at) desc, r.id desc limit ${size}`.execute(tx.as());
  return rows;
}

/** Names whose the calls of a demo were; `known` is a query of `id`, `full_name` and `number`. */
export async function nameDemoCalls(tx: Tx, tenantId: number, known: RawBuilder<unknown>): Promise<void> {
  await sql`
    update call_record r set customer_id = c.id::text, customer_name = c.full_name from (${known}) c
    where r.tenant_id = ${tenantId} and r.direction <> 'internal' and r.customer_number = c.number`.execute(tx.as());
}

/** The `moment` of the last call with each customer `id` of a tenant. */
export const lastCalls = (tenantId: number): RawBuilder<unknown> =>
  sql`select customer_id::bigint id, max(started_at) as moment from call_record where tenant_id = ${tenantId} and customer_id is not null group by 1`;

/** Calls of AI agents with these customers, the newest first, and how many there are. */
export async function aiCallsWith(
  tx: TenantTx,
  customerIds: readonly number[],
  { offset, size }: { offset: number; size: number },
): Promise<{ callIds: string[]; total: number }> {
  const { rows } = await sql<{ call_id: string; total: number }>`
    select call_id, count(*) over () total from call_record where customer_id = any(${customerIds.map(String)}) and ai_or_cc = 'ai' order by started_at desc, id desc limit ${size} offset ${offset}`.execute(
    tx.as(),
  );
  return { callIds: rows.map(({ call_id: callId }) => callId), total: rows[0]?.total ?? 0 };
}

/** Whether an AI agent had this call with a customer who is known. */
export async function isAiCall(tx: TenantTx, callId: string): Promise<boolean> {
  return (
    (
      await sql`select 1 from call_record where call_id = ${callId} and ai_or_cc = 'ai' and customer_id is not null`.execute(
        tx.as(),
      )
    ).rows.length > 0
  );
}

/** An AI agent made this call, whether anybody answered or not. */
export async function markAiCall(tx: TenantTx, callId: string): Promise<void> {
  await sql`update call_record set ai_or_cc = 'ai' where call_id = ${callId} and ai_or_cc <> 'ai'`.execute(tx.as());
}
