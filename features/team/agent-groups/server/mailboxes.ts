import { sql } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** A place callers leave messages in, by the word flows keep for it. */
export interface NamedBox {
  box: string;
  kind: 'main' | 'group' | 'agent';
  /** Empty for the main one. */
  name: string;
}

/** Every box there is for messages to come: the main one, one of each group, one of each agent. */
export async function mailboxes(tx: TenantTx): Promise<NamedBox[]> {
  return (
    await sql<NamedBox>`
    select box, kind, name from (
      select 'main' box, 'main' kind, '' name, 0 place
      union all select 'group:' || id, 'group', name, 1 from agent_group
      union all select 'agent:' || a.user_id, 'agent', m.nick_name, 2 from ${agentRows} a join member m on m.user_id = a.user_id and m.enabled where a.enabled) b order by place, name, box`.execute(
      tx.as(),
    )
  ).rows;
}
