import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { Failure } from '#shared/errors.ts';
import type { BatchChange, AgentPhoneWish, RosterAgent } from '../contract/roster.ts';

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

/**
 * SQL: the address of member `m`, looked up by index: joined, all of the tenant would be read for every member as long as the
 * database does not know how many there are (`offset 0` keeps it from joining).
 */
export const address = sql`left join lateral (select email from member_account where user_id = m.user_id offset 0) c on true`;

/** SQL: whether member `m` is in a call. */
export const talking = (calls: RosterRows['calls']) =>
  sql`exists (select 1 from ${calls} k where k.tenant_id = m.tenant_id and k.user_id = m.user_id and k.call_at = 'talking')`;

/** The agents of one tenant: who has a phone, or a voice seat and no phone yet. */
export function rosterRepo(tx: TenantTx, { calls }: Pick<RosterRows, 'calls'>) {
  const rows = tx.as<never>();

  return {
    /** Everybody of these, held until the transaction ends; whoever has a voice seat and no phone is given one. Throws `notFound` for who is no agent here. */
    async hold(userIds: readonly number[]): Promise<HeldAgent[]> {
      const wanted = [...new Set(userIds)];
      await sql`
        insert into agent (user_id, auto_answer)
        select m.user_id, ${answersByItself} from member m
        where m.user_id = any(${wanted}::bigint[]) and m.voice_seat and not exists (select from agent a where a.tenant_id = m.tenant_id and a.user_id = m.user_id)
        on conflict (tenant_id, user_id) do nothing`.execute(rows);
      const found = await sql<HeldAgent>`
        select a.user_id "userId", m.nick_name name, c.email, a.sip_num "sipNum", a.line_id "lineId", m.is_owner "isOwner", a.enabled, a.auto_answer "autoAnswer", a.device, ${talking(calls)} "inCall"
        from agent a join member m on m.tenant_id = a.tenant_id and m.user_id = a.user_id
          ${address}
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
        select lower(c.email) email, m.user_id "userId", m.enabled "mayEnter", m.voice_seat or a.user_id is not null "isAgent"
        from member m ${address} left join agent a on a.tenant_id = m.tenant_id and a.user_id = m.user_id
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
