import { sql } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';

/** What pages told of the calls of a demo. */
export async function demoQualityReports(tx: Tx, tenantId: number): Promise<void> {
  await sql`
    insert into call_quality_report (tenant_id, call_id, user_id, interval_sec, local_ips, remote_ips, mos, reports, line_id, created_at)
    select r.tenant_id, r.call_id, r.user_id, 5, '{}', '{}', r.mos, '[]', a.line_id, r.ended_at
    from call_record r join ${agentRows} a on a.tenant_id = r.tenant_id and a.user_id = r.user_id
    where r.tenant_id = ${tenantId} and r.mos is not null and r.ended_at is not null and r.talk_sec > 5`.execute(
    tx.as(),
  );
}
