import { sql } from 'kysely';
import { lastCalls, nameDemoCalls } from '#features/voice/call-records/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';

/** Ties the calls of a demo to its customers by their numbers, whichever of the two came first. */
export async function tieDemoCalls(tx: Tx, tenantId: number): Promise<void> {
  await nameDemoCalls(
    tx,
    tenantId,
    sql`select distinct on (phones[1]) id, full_name, phones[1] number from customer where tenant_id = ${tenantId} and deleted_at is null order by phones[1], id`,
  );
  await sql`update customer c set last_contact_at = r.moment from (${lastCalls(tenantId)}) r where r.id = c.id`.execute(
    tx.as(),
  );
}
