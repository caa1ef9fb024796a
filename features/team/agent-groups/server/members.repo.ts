import { sql } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { GroupMember, GroupPerson, Skill } from '../contract.ts';

/** What an agent serves, and what they can do. */
export interface Serving {
  userId: number;
  groups: number[];
  skills: Record<string, number>;
}

const skillsOf = sql`coalesce((select json_agg(json_build_object('skill', s.skill, 'level', s.level) order by s.skill) from agent_skill s where s.tenant_id = m.tenant_id and s.user_id = m.user_id), '[]')`;

/** Who belongs to which group of one tenant, who runs it, and who can do what. */
export function membersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const belonging = (table: 'agent_group_member' | 'agent_group_manager') => sql.table(table);

  const replace = async (
    table: 'agent_group_member' | 'agent_group_manager',
    groupId: number,
    userIds: readonly number[],
  ): Promise<void> => {
    await sql`delete from ${belonging(table)} where group_id = ${groupId} and not user_id = any(${userIds}::bigint[])`.execute(
      rows,
    );
    await sql`insert into ${belonging(table)} (group_id, user_id) select ${groupId}, unnest(${userIds}::bigint[]) on conflict do nothing`.execute(
      rows,
    );
  };

  return {
    async ofGroup(groupId: number): Promise<GroupMember[]> {
      const found = await sql<GroupMember>`
        select m.user_id "userId", m.nick_name name, a.email, m.voice_seat "voiceSeat", ${skillsOf} skills
        from agent_group_member g join member m on m.tenant_id = g.tenant_id and m.user_id = g.user_id join member_account a on a.user_id = m.user_id
        where g.group_id = ${groupId} order by m.nick_name, m.user_id`.execute(rows);
      return found.rows;
    },

    async managersOf(groupId: number): Promise<GroupPerson[]> {
      const found = await sql<GroupPerson>`
        select m.user_id "userId", m.nick_name name, a.email
        from agent_group_manager g join member m on m.tenant_id = g.tenant_id and m.user_id = g.user_id join member_account a on a.user_id = m.user_id
        where g.group_id = ${groupId} order by m.nick_name, m.user_id`.execute(rows);
      return found.rows;
    },

    /** Everybody who may come in; those with a voice seat first. */
    async everybody(): Promise<GroupMember[]> {
      const found = await sql<GroupMember>`
        select m.user_id "userId", m.nick_name name, a.email, m.voice_seat "voiceSeat", ${skillsOf} skills
        from member m join member_account a on a.user_id = m.user_id
        where m.enabled order by m.voice_seat desc, m.nick_name, m.user_id limit 5000`.execute(rows);
      return found.rows;
    },

    /** Those of these people who are in the tenant and may come in. */
    async known(userIds: readonly number[]): Promise<Set<number>> {
      const found = await sql<{
        user_id: number;
      }>`select user_id from member where user_id = any(${userIds}::bigint[]) and enabled`.execute(rows);
      return new Set(found.rows.map((row) => row.user_id));
    },

    /** People of groups with a phone who are not among these. */
    async others(userIds: readonly number[]): Promise<{ userId: number; name: string; sipNum: string }[]> {
      const found = await sql<{ userId: number; name: string; sipNum: string }>`
        select m.user_id "userId", m.nick_name name, a.sip_num "sipNum"
        from member m join ${agentRows} a on a.user_id = m.user_id and a.enabled
        where m.enabled and not m.user_id = any(${userIds}::bigint[])
          and exists (select 1 from agent_group_member g where g.user_id = m.user_id)`.execute(rows);
      return found.rows;
    },

    setMembers: (groupId: number, userIds: readonly number[]) => replace('agent_group_member', groupId, userIds),
    setManagers: (groupId: number, userIds: readonly number[]) => replace('agent_group_manager', groupId, userIds),

    async setSkills(userId: number, skills: readonly Skill[]): Promise<void> {
      await sql`delete from agent_skill where user_id = ${userId}`.execute(rows);
      await sql`insert into agent_skill (user_id, skill, level)
        select ${userId}, r.skill, r.level from jsonb_to_recordset(${JSON.stringify(skills)}::jsonb) as r (skill text, level int)`.execute(
        rows,
      );
    },

    async serving(): Promise<Serving[]> {
      // Who is in no group can do something all the same: campaigns that dial for people ask for it.
      const found = await sql<Serving>`
        select u.user_id "userId",
          coalesce((select json_agg(g.group_id order by g.group_id) from agent_group_member g where g.tenant_id = current_tenant() and g.user_id = u.user_id), '[]') groups,
          coalesce((select json_object_agg(s.skill, s.level) from agent_skill s where s.tenant_id = current_tenant() and s.user_id = u.user_id), '{}') skills
        from (select user_id from agent_group_member union select user_id from agent_skill) u`.execute(rows);
      return found.rows;
    },

    async groupsOf(userId: number): Promise<number[]> {
      const found = await sql<{
        group_id: number;
      }>`select group_id from agent_group_member where user_id = ${userId} order by group_id`.execute(rows);
      return found.rows.map((row) => row.group_id);
    },
  };
}
