import { sql } from 'kysely';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { campaignColumns, type CampaignKind, type CampaignRow } from './campaigns.repo.ts';

/** Whoever works on it: those it names, those of its group, or everybody where it names nobody. */
const isWorkedBy = (userId: number) => sql`(
  c.agent_ids @> array[${userId}::bigint] or (c.group_id is null and c.agent_ids = '{}')
  or exists (select 1 from ${groupMembers} g where g.group_id = c.group_id and g.user_id = ${userId}))`;

/** Who works on the campaigns of one tenant. */
export function campaignWorkers(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Those that run and that this person works on, the most urgent first. */
    async workedBy(kind: CampaignKind, userId: number, id?: number): Promise<CampaignRow[]> {
      return (
        await sql<CampaignRow>`
          select ${campaignColumns} from campaign c where c.removed_at is null and c.kind = ${kind} and c.state = 'running'
          ${id === undefined ? sql`` : sql`and c.id = ${id}`} and ${isWorkedBy(userId)} order by c.priority desc, c.id`.execute(
          rows,
        )
      ).rows;
    },
    /** Whether this person is one of those who work on it. */
    async isWorkedBy(id: number, userId: number): Promise<boolean> {
      return (
        (
          await sql`select 1 from campaign c where c.id = ${id} and c.removed_at is null and ${isWorkedBy(userId)}`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    /** Who works on a campaign, with how many open customers of it; whoever has a phone where it names nobody. */
    async workers(id: number): Promise<{ agentId: number; name: string; open: number }[]> {
      return (
        await sql<{ agentId: number; name: string; open: number }>`
          select m.user_id "agentId", m.nick_name name, (select count(*) from campaign_customer x where x.campaign_id = ${id} and x.agent_id = m.user_id and x.task_state = 0) open
          from campaign c join member m on m.enabled and (m.user_id = any(c.agent_ids) or exists (select 1 from ${groupMembers} g where g.group_id = c.group_id and g.user_id = m.user_id)
            or (m.voice_seat and c.group_id is null and c.agent_ids = '{}'))
          where c.id = ${id} order by m.user_id`.execute(rows)
      ).rows;
    },
  };
}
