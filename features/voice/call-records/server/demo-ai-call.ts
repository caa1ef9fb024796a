import { sql } from 'kysely';
import { countryOf } from '#core/call/number-country.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';

/** A call that an AI agent of the demo took. */
export interface DemoAiCall {
  tenantId: number;
  callId: string;
  customer: { id: number; name: string; number: string };
  ourNumber: string;
  startedMs: number;
  endedMs: number;
}

export async function demoAiCall(
  tx: Tx,
  { tenantId, callId, customer, ourNumber, startedMs, endedMs }: DemoAiCall,
): Promise<void> {
  const seconds = Math.round((endedMs - startedMs) / 1_000);
  await sql`
    insert into call_record (tenant_id, call_id, node, direction, started_at, answered_at, ended_at, talk_sec, duration_sec, customer_number, customer_country, our_number, outcome, ended_by, ai_or_cc, customer_id, customer_name)
    values (${tenantId}, ${callId}, 'demo', 'inbound', ${momentOfMs(startedMs)}, ${momentOfMs(startedMs)}, ${momentOfMs(endedMs)}, ${seconds}, ${seconds}, ${customer.number}, ${countryOf(customer.number)}, ${ourNumber}, ${CallOutcome.talked}, 'customer', 'ai', ${String(customer.id)}, ${customer.name})`.execute(
    tx.as(),
  );
}
