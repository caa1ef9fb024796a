import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Skill } from '../contract.ts';
import { notifyGroupsChanged } from './held-group.ts';
import { membersRepo } from './members.repo.ts';

/** The groups a member is in. */
export const groupsOfMember = (tx: TenantTx, userId: number): Promise<number[]> => membersRepo(tx).groupsOf(userId);

/** Puts a member into the groups of these ids and no others; a group that went away meanwhile is left out. */
export async function setGroupsOfMember(tx: TenantTx, userId: number, groupIds: readonly number[]): Promise<void> {
  await sql`delete from agent_group_member where user_id = ${userId} and not group_id = any(${groupIds}::bigint[])`.execute(
    tx.as(),
  );
  await sql`insert into agent_group_member (group_id, user_id)
    select id, ${userId} from agent_group where id = any(${groupIds}::bigint[]) on conflict do nothing`.execute(
    tx.as(),
  );
  await notifyGroupsChanged(tx);
}

/** What a member can do, in all their groups. */
export async function setSkillsOfMember(tx: TenantTx, userId: number, skills: readonly Skill[]): Promise<void> {
  await membersRepo(tx).setSkills(userId, skills);
  await notifyGroupsChanged(tx);
}

/** Puts these members into some groups and takes them out of others; their other groups stay. */
export async function regroupMembers(
  tx: TenantTx,
  userIds: readonly number[],
  { into, outOf }: { into: readonly number[]; outOf: readonly number[] },
): Promise<void> {
  await sql`delete from agent_group_member where user_id = any(${userIds}::bigint[]) and group_id = any(${outOf}::bigint[])`.execute(
    tx.as(),
  );
  await sql`insert into agent_group_member (group_id, user_id)
    select g.id, u.id from agent_group g cross join unnest(${userIds}::bigint[]) u (id) where g.id = any(${into}::bigint[]) on conflict do nothing`.execute(
    tx.as(),
  );
  await notifyGroupsChanged(tx);
}
