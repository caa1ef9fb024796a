import { sql, type RawBuilder } from 'kysely';
import { groupMembers, memberSkills } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { campaignColumns, type CampaignKind, type CampaignRow } from './campaigns.repo.ts';

/** Somebody can do all that the campaign asks for, each at least so well. */
const isAble = (userId: RawBuilder<unknown>) => sql`not exists (
  select 1 from jsonb_to_recordset(c.skills) as a (skill text, level int)
  where not exists (select 1 from ${memberSkills} s where s.user_id = ${userId} and s.skill = a.skill and s.level >= a.level))`;

/** Whoever works on it: those it names, those of its group, or everybody where it names nobody; of them who can do what it asks for. */
const isWorkedBy = (userId: number) => sql`(
  (c.agent_ids @> array[${userId}::bigint] or (c.group_id is null and c.agent_ids = '{}')
  or exists (select 1 from ${groupMembers} g where g.group_id = c.group_id and g.user_id = ${userId})) and ${isAble(sql`${userId}::bigint`)})`;

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
          where c.id = ${id} and ${isAble(sql`m.user_id`)} order by m.user_id`.execute(rows)
      ).rows;
    },
  };
}
