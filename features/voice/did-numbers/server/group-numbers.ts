import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Says which numbers the agents of a group show when they call; that they are the tenant's was looked up before. */
export async function setGroupNumbers(
  tx: TenantTx,
  groupId: number,
  numbers: readonly { kind: 'did' | 'external'; id: number }[],
): Promise<void> {
  const ids = (wanted: 'did' | 'external'): number[] =>
    numbers.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  await sql`delete from agent_group_number where group_id = ${groupId}`.execute(tx.as());
  await sql`
    insert into agent_group_number (group_id, did_number_id, external_number_id)
    select ${groupId}::bigint, id, null::bigint from unnest(${ids('did')}::bigint[]) id
    union all select ${groupId}::bigint, null, id from unnest(${ids('external')}::bigint[]) id`.execute(tx.as());
}
