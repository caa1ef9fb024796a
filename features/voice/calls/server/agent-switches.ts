import { sql } from 'kysely';
import type { AgentSwitches } from '#core/call/call.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';

/** What this agent's account switches off, and where it rings. An account that cannot be looked up switches nothing off. */
export async function agentSwitches(
  db: Db,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<AgentSwitches> {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      record_calls: boolean;
      wrap_up: boolean;
      mobile: string | null;
    }>`select record_calls, wrap_up, mobile from ${agentRows} a where user_id = ${userId}`.execute(tx.as()),
  );
  return {
    ...(rows[0]?.record_calls === false ? { isNotRecorded: true } : {}),
    ...(rows[0]?.wrap_up === false ? { hasNoWrapUp: true } : {}),
    ...(rows[0]?.mobile ? { mobile: rows[0].mobile } : {}),
  };
}
