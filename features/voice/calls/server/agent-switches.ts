import { sql } from 'kysely';
import { switchesOfAccount, type AgentSwitches } from '#core/call/agent-switches.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';

/** What this agent's account switches off, and where it rings. */
export async function agentSwitches(
  db: Db,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<AgentSwitches> {
  const [rows] = await db.read({ tenantId }, [
    sql<{
      recordCalls: boolean;
      wrapUp: boolean;
      mobile: string | null;
    }>`select record_calls "recordCalls", wrap_up "wrapUp", mobile from ${agentRows} a where user_id = ${userId}`,
  ]);
  return switchesOfAccount(rows[0]);
}
