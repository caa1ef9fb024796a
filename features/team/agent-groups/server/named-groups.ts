import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

// What others may know of groups: subqueries to join, which the database resolves as if they were the tables.
export const groupRows = sql`(select id, tenant_id, group_no, name, enabled, service_level_sec, call_pauses_chats from agent_group)`;
export const groupMembers = sql`(select tenant_id, group_id, user_id from agent_group_member)`;
export const groupManagers = sql`(select tenant_id, group_id, user_id from agent_group_manager)`;
export const memberSkills = sql`(select tenant_id, user_id, skill, level from agent_skill)`;

/** Whether a group of the tenant has this id. */
export const hasGroup = async (tx: TenantTx, groupId: number): Promise<boolean> =>
  (await sql`select from agent_group where id = ${groupId}`.execute(tx.as())).rows.length > 0;

/** A group of a demo and who is in it; answers its id. */
export async function addDemoGroup(
  tx: Tx,
  { tenantId, name, groupNo, userIds }: { tenantId: number; name: string; groupNo: number; userIds: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${groupNo}) returning id`.execute(
    tx.as(),
  );
  const { id } = rows[0]!;
  await sql`insert into agent_group_member (tenant_id, group_id, user_id) select ${tenantId}, ${id}, unnest(${userIds}::bigint[])`.execute(
    tx.as(),
  );
  return id;
}

/** What a group is called; empty where it is gone. */
export const groupName = async (tx: TenantTx, groupId: number): Promise<string> =>
  (await sql<{ name: string }>`select name from agent_group where id = ${groupId}`.execute(tx.as())).rows[0]?.name ??
  '';
