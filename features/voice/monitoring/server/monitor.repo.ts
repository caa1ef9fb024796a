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

/** Figures of a group. */
export type OfGroup<Figures> = Figures & { id: number };
/** With whom a call is. */
export interface CallName {
  id: string;
  name: string;
}
export interface WallRow {
  value: string;
}

/*
 * What supervisors see that is not in memory: reads of one tenant that travel together every two seconds. What is the same for
 * everybody is asked for once, not for every row.
 */
export const seatedPeople = (nowMs: number) => sql<SeatedPerson>`
  select m.user_id "userId", m.nick_name name, coalesce(g.ids, '{}') groups, case when m.voice_seat then a.sip_num end "sipNumber", a.agent_type "agentType", s.since "lastStatusAt",
    m.text_seat "hasText", coalesce(m.text_seat and p.online and k.seen_at > ${momentOfMs(nowMs - CHAT_GONE_MS)}, false) "textOnline", p.changed_at "textSince",
    coalesce(c.load, 0)::int load, coalesce(ca.capacity, (select chat_setting('ChatCapacity', ${sql.lit(CHAT_CAPACITY)}))) capacity
  from member m
    left join ${agentRows} a on a.user_id = m.user_id and a.enabled
    left join agent_state s on s.user_id = m.user_id
    left join seat_presence p on p.user_id = m.user_id
    left join chat_agent ca on ca.user_id = m.user_id
    left join (select user_id, array_agg(group_id order by group_id) ids from ${groupMembers} gm group by user_id) g on g.user_id = m.user_id
    left join (select user_id, max(seen_at) seen_at from chat_socket group by user_id) k on k.user_id = m.user_id
    left join (select agent_id, count(*) load from chat_conversation where state = 'open' group by agent_id) c on c.agent_id = m.user_id
  where m.enabled and (m.text_seat or (m.voice_seat and a.user_id is not null)) order by m.nick_name, m.user_id`;

/** Conversations in writing in line, by group. */
export const chatsWaiting = () => sql<OfGroup<ChatsInLine>>`
  select group_id id, count(*)::int chats, chat_moment(min(waiting_since)) "chatsOldestAt"
  from chat_conversation where state = 'waiting' group by group_id`;

/** What became of each group's conversations in writing that began since a moment. */
export const chatDaySince = (fromMs: number) => sql<OfGroup<ChatDay>>`
  select group_id id, count(*) filter (where first_answer_at is not null)::int "chatsAnswered",
    count(*) filter (where closed_at is not null and first_answer_at is null)::int "chatsLost"
  from chat_conversation where created_at >= ${momentOfMs(fromMs)} group by group_id`;

/** What became of each group's callers since a moment. Of a call that lasts the wait is not written yet: its way to the agent is taken. */
export const daySince = (fromMs: number) => sql<OfGroup<GroupDay>>`
  select r.group_id id, count(*) filter (where r.answered_at is not null)::int answered, count(*) filter (where outcome = any(${lostOutcomes}) and r.answered_at is null)::int lost,
    count(*) filter (where r.answered_at is not null and case when r.ended_at is null then extract(epoch from r.answered_at - r.started_at) else r.queue_sec end <= g.service_level_sec)::int kept
  from call_record r join ${groupRows} g on g.id = r.group_id
  where r.direction = 'inbound' and r.group_id is not null and r.started_at >= ${momentOfMs(fromMs)} group by r.group_id`;

/** With whom these calls are, as far as the book knows. */
export const customerNames = (callIds: readonly string[]) => sql<CallName>`
  select call_id id, customer_name name from call_record where call_id = any(${callIds}) and direction <> 'internal' and customer_name <> ''`;

export const wallSetting = () => sql<WallRow>`select value from tenant_setting where name = ${WALL_SETTING}`;

/** What somebody set to nonsense counts as not set. */
export function wallOf([row]: readonly WallRow[]): WallSettings {
  const parsed = WallSettings.safeParse(jsonOf(row?.value));
  return parsed.success ? parsed.data : defaultWall;
}

/** The wall of one tenant. */
export function monitorRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    wall: async (): Promise<WallSettings> => wallOf((await wallSetting().execute(rows)).rows),
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
