import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { nameHasWords } from '#platform/server/db/search-words.ts';
import type { Member, MemberChange, MemberQuery, Role } from '../contract.ts';
import type { Powers } from './reach.ts';

/** A member before a change, with what their roles give. */
export type MemberBefore = Omit<MemberChange, 'roleIds'> & { roles: (Powers & { id: number; name: string })[] };

const lastSeen = sql`left join lateral (
  select s.last_seen_at from session s where s.tenant_id = m.tenant_id and s.user_id = m.user_id order by s.last_seen_at desc limit 1) seen on true`;
const roles = sql`coalesce((
  select json_agg(json_build_object('systemId', r.system_id, 'roleId', r.id, 'roleName', r.name) order by r.system_id desc)
  from member_role mr join role r on r.id = mr.role_id where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id), '[]') roles`;

const sorts = { name: sql`lower(m.nick_name)`, joinedAt: sql`m.joined_at`, lastSeenAt: sql`seen.last_seen_at` };

export function membersRepo(tx: TenantTx) {
  const db = tx.as<never>();
  return {
    async page({ page, size, sort, desc, ...filter }: MemberQuery): Promise<{ list: Member[]; total: number }> {
      const from = sql`from member m join member_account a on a.user_id = m.user_id`;
      const where = matching(filter);
      const { rows: counted } = await sql<{ total: number }>`select count(*) total ${from} where ${where}`.execute(db);
      const { rows: list } = await sql<Member>`
        select m.user_id "userId", m.nick_name "nickName", a.email, m.is_owner "isOwner", m.enabled, m.text_seat "textSeat", m.voice_seat "voiceSeat",
          a.has_second_factor "hasSecondFactor", m.joined_at "joinedAt", seen.last_seen_at "lastSeenAt", ${roles}
        ${from} ${lastSeen} where ${where}
        order by ${sorts[sort]} ${desc ? sql`desc` : sql`asc`} nulls last, m.user_id limit ${size} offset ${(page - 1) * size}`.execute(
        db,
      );
      return { list, total: counted[0]!.total };
    },

    /** The people who own the tenant and may come in. Held, so that two of them cannot both be the last to go. */
    async lockOwners(): Promise<number[]> {
      const { rows } = await sql<{
        user_id: number;
      }>`select user_id from member where is_owner and enabled order by user_id for update`.execute(db);
      return rows.map((row) => row.user_id);
    },

    async lock(userId: number): Promise<MemberBefore | null> {
      const { rows } = await sql<Omit<MemberBefore, 'roles'>>`
        select user_id "userId", nick_name "nickName", is_owner "isOwner", enabled, text_seat "textSeat", voice_seat "voiceSeat"
        from member where user_id = ${userId} for update`.execute(db);
      if (!rows[0]) return null;
      const { rows: held } = await sql<MemberBefore['roles'][number]>`
        select r.id, r.name, r.functions, r.need_desensitize "needDesensitize" from member_role mr join role r on r.id = mr.role_id
        where mr.user_id = ${userId} order by r.id`.execute(db);
      return { ...rows[0], roles: held };
    },

    async change(
      { userId, nickName, isOwner, enabled, textSeat, voiceSeat }: MemberChange,
      chosen: readonly Role[],
    ): Promise<void> {
      await sql`update member set nick_name = ${nickName}, is_owner = ${isOwner}, enabled = ${enabled}, text_seat = ${textSeat}, voice_seat = ${voiceSeat}
        where user_id = ${userId}`.execute(db);
      await sql`delete from member_role where user_id = ${userId}`.execute(db);
      for (const role of chosen)
        await sql`insert into member_role (user_id, system_id, role_id) values (${userId}, ${role.systemId}, ${role.id})`.execute(
          db,
        );
    },
  };
}

function matching({ name, roleId, enabled }: Pick<MemberQuery, 'name' | 'roleId' | 'enabled'>) {
  const conditions = [
    sql`true`,
    ...(name ? [nameHasWords(sql`m.nick_name || ' ' || a.email`, name)] : []),
    ...(roleId === undefined
      ? []
      : [
          sql`exists (select 1 from member_role mr where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id and mr.role_id = ${roleId})`,
        ]),
    ...(enabled === undefined ? [] : [sql`m.enabled = ${enabled}`]),
  ];
  return sql.join(conditions, sql` and `);
}
