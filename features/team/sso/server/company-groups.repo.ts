import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';

/** Groups of the company a member is in, as its provisioning last said; null when it never did. */
export async function readCompanyGroups(tx: Tx, tenantId: number, userId: number): Promise<string[] | null> {
  const { rows } = await sql<{
    groups: string[];
  }>`select groups from sso_said_groups where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx.as());
  return rows[0]?.groups ?? null;
}

export async function keepCompanyGroups(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
  groups: readonly string[],
): Promise<void> {
  await sql`insert into sso_said_groups (tenant_id, user_id, groups) values (${tenantId}, ${userId}, ${groups})
    on conflict (tenant_id, user_id) do update set groups = excluded.groups`.execute(tx.as());
}
