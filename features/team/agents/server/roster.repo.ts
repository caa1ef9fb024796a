import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { nameHasWords } from '#platform/server/db/search-words.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { Failure } from '#shared/errors.ts';
import type { BatchChange, AgentPhoneWish, RosterAgent, RosterFilters } from '../contract/roster.ts';

/** Rows of features that know this one: subqueries to join, handed in where the features are put together. */
export interface RosterRows {
  /** `tenant_id, user_id, call_at` */
  calls: RawBuilder<unknown>;
  /** `tenant_id, user_id, skill, level` */
  skills: RawBuilder<unknown>;
}

/** An agent who is about to be changed. */
export interface HeldAgent {
  userId: number;
  name: string;
  email: string;
  sipNum: string;
  lineId: number;
  isOwner: boolean;
  enabled: boolean;
  autoAnswer: boolean;
  device: RosterAgent['device'];
  inCall: boolean;
}

/** How a phone behaves; what is left out stays. */
export type PhoneSwitches = Pick<BatchChange, 'agentType' | 'autoAnswer' | 'recordCalls' | 'wrapUp' | 'lineId'>;

// The address is looked up for each member by index: joined, all addresses of the tenant would be read for every member as
// long as the database does not know how many there are (`offset 0` keeps it from joining). Only who is searched for by it, or
// shown, is looked up.
const address = sql`cross join lateral (select email from member_account where user_id = m.user_id offset 0) c`;
const phone = sql`left join agent a on a.tenant_id = m.tenant_id and a.user_id = m.user_id`;
const from = sql`from member m ${address} ${phone}`;
const fromFor = ({ name }: RosterFilters) => (name ? from : sql`from member m ${phone}`);
const lastSeen = sql`left join lateral (
  select s.last_seen_at from session s where s.tenant_id = m.tenant_id and s.user_id = m.user_id order by s.last_seen_at desc limit 1) seen on true`;
const groups = sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id) from agent_group_member gm join agent_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
  where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id), '[]')`;

/** The agents of one tenant: who has a phone, or a voice seat and no phone yet. */
export function rosterRepo(tx: TenantTx, { calls, skills }: RosterRows) {
  const rows = tx.as<never>();
  const talks = sql`exists (select 1 from ${calls} k where k.tenant_id = m.tenant_id and k.user_id = m.user_id and k.call_at = 'talking')`;
  const skillsOf = sql`coalesce((
    select json_agg(json_build_object('skill', k.skill, 'level', k.level) order by k.skill) from ${skills} k where k.tenant_id = m.tenant_id and k.user_id = m.user_id), '[]')`;

  return {
    async count(filters: RosterFilters): Promise<number> {
      const found = await sql<{
        total: number;
      }>`select count(*) total ${fromFor(filters)} where ${matching(filters)}`.execute(rows);
      return found.rows[0]!.total;
    },

    async list(filters: RosterFilters, { skip, size }: { skip: number; size: number }): Promise<RosterAgent[]> {
      // What is told of each is read for the agents of the page alone.
      const found = await sql<RosterAgent>`
        with shown as materialized (
          select m.tenant_id, m.user_id, m.nick_name, m.enabled, m.is_owner, m.voice_seat, m.text_seat
          ${fromFor(filters)} where ${matching(filters)} order by lower(m.nick_name), m.user_id limit ${size} offset ${skip})
        select m.user_id "userId", m.nick_name name, c.email, coalesce(a.sip_num, '') "sipNum", coalesce(a.agent_type, ${AgentType.inAndOut}) "agentType",
          coalesce(a.auto_answer, false) "autoAnswer", coalesce(a.record_calls, true) "recordCalls", coalesce(a.wrap_up, true) "wrapUp", coalesce(a.line_id, 1) "lineId",
          coalesce(a.device, 'browser') device, case when a.device = 'mobile' then a.mobile_number else '' end "mobileNumber", coalesce(a.enabled, true) enabled, m.enabled "mayEnter", m.is_owner "isOwner", m.voice_seat "voiceSeat", m.text_seat "textSeat",
          ${talks} "inCall", seen.last_seen_at "lastSeenAt", ${groups} groups, ${skillsOf} skills
        from shown m ${address} ${phone} ${lastSeen} order by lower(m.nick_name), m.user_id`.execute(rows);
      return found.rows;
    },

    /** Everybody of these, held until the transaction ends; whoever has a voice seat and no phone is given one. Throws `notFound` for who is no agent here. */
    async hold(userIds: readonly number[]): Promise<HeldAgent[]> {
      const wanted = [...new Set(userIds)];
      await sql`
        insert into agent (user_id, auto_answer)
        select m.user_id, ${answersByItself} from member m where m.user_id = any(${wanted}::bigint[]) and m.voice_seat on conflict (tenant_id, user_id) do nothing`.execute(
        rows,
      );
      const found = await sql<HeldAgent>`
        select a.user_id "userId", m.nick_name name, c.email, a.sip_num "sipNum", a.line_id "lineId", m.is_owner "isOwner", a.enabled, a.auto_answer "autoAnswer", a.device, ${talks} "inCall"
        from agent a join member m on m.tenant_id = a.tenant_id and m.user_id = a.user_id join member_account c on c.user_id = a.user_id
        where a.user_id = any(${wanted}::bigint[]) order by a.user_id for update of a`.execute(rows);
      if (found.rows.length !== wanted.length) throw new Failure('notFound');
      return found.rows;
    },

    /** Gives a member a phone as wished; what is not wished is as for everybody. */
    async give(userId: number, { agentType, autoAnswer, recordCalls, wrapUp, lineId }: AgentPhoneWish): Promise<void> {
      await sql`
        insert into agent (user_id, agent_type, auto_answer, record_calls, wrap_up, line_id)
        values (${userId}, ${agentType ?? AgentType.inAndOut}, coalesce(${autoAnswer ?? null}, ${answersByItself}), ${recordCalls ?? true}, ${wrapUp ?? true}, ${lineId ?? 1})
        on conflict (tenant_id, user_id) do nothing`.execute(rows);
    },

    async change(userIds: readonly number[], change: PhoneSwitches & { enabled?: boolean }): Promise<void> {
      const { agentType, autoAnswer, recordCalls, wrapUp, lineId, enabled } = change;
      await sql`
        update agent set agent_type = coalesce(${agentType ?? null}, agent_type), auto_answer = coalesce(${autoAnswer ?? null}, auto_answer), record_calls = coalesce(${recordCalls ?? null}, record_calls),
          wrap_up = coalesce(${wrapUp ?? null}, wrap_up), line_id = coalesce(${lineId ?? null}, line_id), enabled = coalesce(${enabled ?? null}, enabled)
        where user_id = any(${userIds}::bigint[])`.execute(rows);
    },

    /** A number that is not rung any more is not kept. */
    async setDevice(userId: number, device: RosterAgent['device'], mobileNumber: string | null): Promise<void> {
      await sql`update agent set device = ${device}, mobile_number = ${mobileNumber} where user_id = ${userId}`.execute(
        rows,
      );
    },

    async remove(userIds: readonly number[]): Promise<void> {
      await sql`delete from agent where user_id = any(${userIds}::bigint[])`.execute(rows);
    },

    /** Those of these addresses who are members. */
    async members(
      emails: readonly string[],
    ): Promise<Map<string, { userId: number; mayEnter: boolean; isAgent: boolean }>> {
      const found = await sql<{ email: string; userId: number; mayEnter: boolean; isAgent: boolean }>`
        select lower(c.email) email, m.user_id "userId", m.enabled "mayEnter", m.voice_seat or a.user_id is not null "isAgent" ${from}
        where lower(c.email) = any(${emails}::text[])`.execute(rows);
      return new Map(found.rows.map(({ email, ...member }) => [email, member]));
    },

    async groups(): Promise<{ id: number; name: string }[]> {
      const found = await sql<{ id: number; name: string }>`select id, name from agent_group order by name, id`.execute(
        rows,
      );
      return found.rows;
    },
  };
}
export type RosterRepo = ReturnType<typeof rosterRepo>;

/** What the tenant wants of new phones. */
const answersByItself = sql`coalesce((select s.value = 'true' from tenant_setting s where s.tenant_id = current_tenant() and s.name = 'AutoAnswerDefault'), false)`;

function matching({ name, groupId, enabled, device, seat, agentType }: RosterFilters): RawBuilder<boolean> {
  const seats = { voice: sql`m.voice_seat`, text: sql`m.text_seat`, none: sql`not m.voice_seat` };
  const conditions = [
    sql`(a.user_id is not null or m.voice_seat)`,
    ...(name ? [nameHasWords(sql`m.nick_name || ' ' || c.email || ' ' || coalesce(a.sip_num, '')`, name)] : []),
    ...(groupId === undefined
      ? []
      : [
          sql`exists (select 1 from agent_group_member gm where gm.tenant_id = m.tenant_id and gm.group_id = ${groupId} and gm.user_id = m.user_id)`,
        ]),
    ...(enabled === undefined ? [] : [sql`coalesce(a.enabled, true) = ${enabled}`]),
    ...(device === undefined ? [] : [sql`coalesce(a.device, 'browser') = ${device}`]),
    ...(seat === undefined ? [] : [seats[seat]]),
    ...(agentType === undefined ? [] : [sql`coalesce(a.agent_type, ${AgentType.inAndOut}) = ${agentType}`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
