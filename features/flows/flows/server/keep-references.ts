import { sql } from 'kysely';
import type { Flow } from '#core/flow/flow.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { referencesOf } from './references.ts';

/** What is named is written down again, for the draft or for what callers hear. */
export async function keepReferences(tx: TenantTx, flowId: number, isLive: boolean, flow: Flow): Promise<void> {
  const found = [...new Map(referencesOf(flow).map((one) => [`${one.kind} ${one.id}`, one])).values()];
  await sql`delete from flow_reference where flow_id = ${flowId} and is_live = ${isLive}`.execute(tx.as());
  if (found.length > 0)
    await sql`insert into flow_reference (flow_id, is_live, kind, ref_id) select ${flowId}::bigint, ${isLive}::boolean, x.kind, x.id from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ id }) => id)}::bigint[]) x (kind, id)`.execute(
      tx.as(),
    );
}
