import { sql } from 'kysely';
import type { TimeRange } from '#core/calendar/day-range.ts';
import { readyStatuses } from '#core/figures/status-time.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { TIMELINE_AGENTS, type AgentTimeline, type DashboardNow } from '../contract.ts';

/** How agents and lines stand, and how agents stood. */
export function agentsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const voiceAgents = (groupId: number | undefined, agentId?: number) => sql`
    ${agentRows} a join member m on m.user_id = a.user_id and m.enabled and m.voice_seat
    where a.enabled ${groupId ? sql`and exists (select from ${groupMembers} gm where gm.user_id = a.user_id and gm.group_id = ${groupId})` : sql``} ${agentId ? sql`and a.user_id = ${agentId}` : sql``}`;
  return {
    async now(groupId: number | undefined): Promise<DashboardNow> {
      const { rows: lines } = await sql<{ waiting: number; callbacks: number; oldest: string | null }>`
        select count(*) filter (where kind = 'call') waiting, count(*) filter (where kind = 'callback') callbacks, min(queued_at) filter (where kind = 'call') oldest
        from queue_entry where ended_at is null ${groupId ? sql`and group_id = ${groupId}` : sql``}`.execute(rows);
      const { rows: people } = await sql<{ talking: number; wrapping_up: number; free: number; away: number }>`
        select count(*) filter (where s.call_at = 'talking') talking, count(*) filter (where s.call_id is null and s.wrap_up_call_id is not null) wrapping_up,
          count(*) filter (where s.call_id is null and s.wrap_up_call_id is null and s.status = ${sql.lit(AgentStatus.available)}) free,
          count(*) filter (where s.call_id is null and s.wrap_up_call_id is null and s.status not in (${sql.join([...readyStatuses, AgentStatus.offline].map((status) => sql.lit(status)))})) away
        from agent_state s where s.user_id in (select a.user_id from ${voiceAgents(groupId)})`.execute(rows);
      const [{ waiting, callbacks, oldest }, { talking, wrapping_up: wrappingUp, free, away }] = [
        lines[0]!,
        people[0]!,
      ];
      return { waiting, callbacks, oldestAt: oldest, talking, wrappingUp, free, away };
    },

    /** Callers in the lines of somebody's groups. */
    async waitingFor(userId: number): Promise<number> {
      const { rows: found } = await sql<{ waiting: number }>`
        select count(*) waiting from queue_entry q where q.ended_at is null and q.kind = 'call'
          and exists (select from ${groupMembers} gm where gm.group_id = q.group_id and gm.user_id = ${userId})`.execute(
        rows,
      );
      return found[0]!.waiting;
    },

    /** Agents of the team, also those who take no calls any more. */
    async names(): Promise<{ id: number; name: string }[]> {
      return (
        await sql<{
          id: number;
          name: string;
        }>`select a.user_id id, m.nick_name name from ${agentRows} a join member m on m.user_id = a.user_id order by m.nick_name, a.user_id`.execute(
          rows,
        )
      ).rows;
    },

    /** The statuses of a range, from the one that held when it began. */
    async timeline({
      range,
      groupId,
      agentId,
      page,
    }: {
      range: TimeRange;
      groupId?: number | undefined;
      agentId?: number | undefined;
      page: number;
    }): Promise<{ list: AgentTimeline[]; total: number }> {
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from ${voiceAgents(groupId, agentId)}`.execute(rows);
      const { rows: list } = await sql<AgentTimeline>`
        select p.user_id id, p.nick_name name, coalesce(s.spans, '[]') spans
        from (select a.user_id, m.nick_name from ${voiceAgents(groupId, agentId)} order by m.nick_name, a.user_id limit ${sql.lit(TIMELINE_AGENTS)} offset ${(page - 1) * TIMELINE_AGENTS}) p
        cross join lateral (
          select json_agg(json_build_object('status', e.status, 'at', ${wire('e.at')}, 'until', ${wire('e.until')}) order by e.at, e.id) spans
          from agent_status_event e where e.user_id = p.user_id and e.at < ${momentOfMs(range.toMs)}
            and e.at >= coalesce((select max(b.at) from agent_status_event b where b.user_id = p.user_id and b.at <= ${momentOfMs(range.fromMs)}), '-infinity')
        ) s order by p.nick_name, p.user_id`.execute(rows);
      return { list, total: counted[0]!.total };
    },
  };
}

const wire = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
