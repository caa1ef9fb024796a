import { sql, type RawBuilder } from 'kysely';
import { campaignRows } from '#features/outbound/campaigns/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { trunkRows } from '#features/voice/call-routes/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

export type NamedKind = 'agent' | 'group' | 'campaign' | 'trunk' | 'number';

const NEWEST_CAMPAIGNS = 500;
const sources: Record<NamedKind, RawBuilder<unknown>> = {
  agent: sql`(select user_id id, nick_name name from member)`,
  group: groupRows,
  campaign: campaignRows,
  trunk: trunkRows,
  number: sql`(select id, number name from ${numberRows} n)`,
};

/** What things are called; those that are gone are left out. */
export async function namesOf(tx: TenantTx, what: NamedKind, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sources[what]} x where id = any(${[...ids]}::bigint[])`.execute(tx.as());
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What reports can be narrowed to. */
export async function choicesOf(tx: TenantTx) {
  const named = async (from: RawBuilder<unknown>) =>
    (await sql<{ id: number; name: string }>`select id, name from ${from} x order by name, id`.execute(tx.as())).rows;
  const { rows: campaigns } = await sql<{ id: number; name: string; isAi: boolean }>`
    select id, name, kind = 'ai' "isAi" from ${campaignRows} c where removed_at is null order by id desc limit ${sql.lit(NEWEST_CAMPAIGNS)}`.execute(
    tx.as(),
  );
  return {
    agents: await named(
      sql`(select a.user_id id, m.nick_name name from ${agentRows} a join member m on m.user_id = a.user_id)`,
    ),
    groups: await named(sources.group),
    campaigns,
    trunks: await named(sources.trunk),
    numbers: await named(sources.number),
  };
}
