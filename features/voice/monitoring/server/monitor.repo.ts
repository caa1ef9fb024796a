import { sql } from 'kysely';
import { lostOutcomes, type GroupDay } from '#core/figures/service-level.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';
import { defaultWall, WallSettings, type MonitorGroup } from '../contract.ts';

/** Somebody with a seat, and what of them only the database knows. */
export interface SeatedPerson {
  userId: number;
  name: string;
  groups: number[];
  /** Null without a phone. */
  sipNumber: string | null;
  agentType: AgentType;
  lastStatusAt: string | null;
  hasText: boolean;
  textOnline: boolean;
  textSince: string | null;
  load: number;
  capacity: number;
}

/** A group's conversations in writing that wait. */
export type ChatsInLine = Pick<MonitorGroup, 'chats' | 'chatsOldestAt'>;
/** Its day in writing so far. */
export type ChatDay = Pick<MonitorGroup, 'chatsAnswered' | 'chatsLost'>;

/** A page of the chat that was not heard of for so long is gone, as the chat itself counts. */
const CHAT_GONE_MS = 20_000;
const CHAT_CAPACITY = 5;
const WALL_SETTING = 'MonitoringWall';

/** What supervisors see that is not in memory; of one tenant. */
export function monitorRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async people(nowMs: number): Promise<SeatedPerson[]> {
      const found = await sql<SeatedPerson>`
        select m.user_id "userId", m.nick_name name, coalesce(g.ids, '{}') groups, case when m.voice_seat then a.sip_num end "sipNumber", a.agent_type "agentType", s.since "lastStatusAt",
          m.text_seat "hasText", coalesce(m.text_seat and p.online and k.seen_at > ${momentOfMs(nowMs - CHAT_GONE_MS)}, false) "textOnline", p.changed_at "textSince",
          coalesce(c.load, 0)::int load, coalesce(ca.capacity, chat_setting('ChatCapacity', ${sql.lit(CHAT_CAPACITY)})) capacity
        from member m
          left join ${agentRows} a on a.user_id = m.user_id and a.enabled
          left join agent_state s on s.user_id = m.user_id
          left join seat_presence p on p.user_id = m.user_id
          left join chat_agent ca on ca.user_id = m.user_id
          left join (select user_id, array_agg(group_id order by group_id) ids from ${groupMembers} gm group by user_id) g on g.user_id = m.user_id
          left join (select user_id, max(seen_at) seen_at from chat_socket group by user_id) k on k.user_id = m.user_id
          left join (select agent_id, count(*) load from chat_conversation where state = 'open' group by agent_id) c on c.agent_id = m.user_id
        where m.enabled and (m.text_seat or (m.voice_seat and a.user_id is not null)) order by m.nick_name, m.user_id`.execute(
        rows,
      );
      return found.rows;
    },
    /** Conversations in writing in line, by group. */
    async chatsWaiting(): Promise<Map<number, ChatsInLine>> {
      const found = await sql<ChatsInLine & { id: number }>`
        select group_id id, count(*)::int chats, chat_moment(min(waiting_since)) "chatsOldestAt"
        from chat_conversation where state = 'waiting' group by group_id`.execute(rows);
      return new Map(found.rows.map(({ id, chats, chatsOldestAt }) => [id, { chats, chatsOldestAt }]));
    },
    /** What became of each group's conversations in writing that began since a moment. */
    async chatDaySince(fromMs: number): Promise<Map<number, ChatDay>> {
      const found = await sql<ChatDay & { id: number }>`
        select group_id id, count(*) filter (where first_answer_at is not null)::int "chatsAnswered",
          count(*) filter (where closed_at is not null and first_answer_at is null)::int "chatsLost"
        from chat_conversation where created_at >= ${momentOfMs(fromMs)} group by group_id`.execute(rows);
      return new Map(found.rows.map(({ id, chatsAnswered, chatsLost }) => [id, { chatsAnswered, chatsLost }]));
    },
    /** What became of each group's callers since a moment. Of a call that lasts the wait is not written yet: its way to the agent is taken. */
    async daySince(fromMs: number): Promise<Map<number, GroupDay>> {
      const found = await sql<GroupDay & { id: number }>`
        select r.group_id id, count(*) filter (where r.answered_at is not null)::int answered, count(*) filter (where outcome = any(${lostOutcomes}) and r.answered_at is null)::int lost,
          count(*) filter (where r.answered_at is not null and case when r.ended_at is null then extract(epoch from r.answered_at - r.started_at) else r.queue_sec end <= g.service_level_sec)::int kept
        from call_record r join ${groupRows} g on g.id = r.group_id
        where r.direction = 'inbound' and r.group_id is not null and r.started_at >= ${momentOfMs(fromMs)} group by r.group_id`.execute(
        rows,
      );
      return new Map(found.rows.map(({ id, answered, kept, lost }) => [id, { answered, kept, lost }]));
    },
    /** With whom these calls are, as far as the book knows. */
    async customerNames(callIds: readonly string[]): Promise<Map<string, string>> {
      if (callIds.length === 0) return new Map();
      const found = await sql<{
        id: string;
        name: string;
      }>`select call_id id, customer_name name from call_record where call_id = any(${callIds}) and direction <> 'internal' and customer_name <> ''`.execute(
        rows,
      );
      return new Map(found.rows.map(({ id, name }) => [id, name]));
    },
    /** What somebody set to nonsense counts as not set. */
    async wall(): Promise<WallSettings> {
      const found = await sql<{ value: string }>`select value from tenant_setting where name = ${WALL_SETTING}`.execute(
        rows,
      );
      const parsed = WallSettings.safeParse(jsonOf(found.rows[0]?.value));
      return parsed.success ? parsed.data : defaultWall;
    },
    /** Groups of nobody here are left out. */
    async saveWall(wall: WallSettings): Promise<WallSettings> {
      const known = await sql<{
        id: number;
      }>`select id from ${groupRows} g where id = any(${wall.groupIds}::bigint[])`.execute(rows);
      const ids = new Set(known.rows.map(({ id }) => id));
      const kept: WallSettings = { ...wall, groupIds: [...new Set(wall.groupIds)].filter((id) => ids.has(id)) };
      await sql`insert into tenant_setting (name, value) values (${WALL_SETTING}, ${JSON.stringify(kept)}) on conflict (tenant_id, name) do update set value = excluded.value`.execute(
        rows,
      );
      return kept;
    },
  };
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
