import { sql } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';

/** The agents of a demo who never had a status. */
export async function agentsWithoutStatus(tx: Tx, tenantId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from ${agentRows} a where a.tenant_id = ${tenantId} and not exists (select from agent_status_event e where e.tenant_id = a.tenant_id and e.user_id = a.user_id) order by a.user_id`.execute(
    tx.as(),
  );
  return rows.map(({ user_id: userId }) => userId);
}

/** What the agents of a demo did, until when. */
export async function addDemoStatuses(
  tx: Tx,
  tenantId: number,
  spans: readonly { userId: number; status: AgentStatus; atMs: number; untilMs: number | null }[],
): Promise<void> {
  await sql`
    insert into agent_status_event (tenant_id, user_id, status, at, until)
    select ${tenantId}, "userId", status, to_timestamp("atMs" / 1000), to_timestamp("untilMs" / 1000)
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s ("userId" bigint, status int, "atMs" float8, "untilMs" float8) order by "userId", "atMs"`.execute(
    tx.as(),
  );
}
