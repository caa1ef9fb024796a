import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
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
