import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FlowUse } from '#core/flow/flow-use.ts';
import type { FlowUses } from '#platform/server/contributions.ts';
import type { ReferenceKind } from './references.ts';

/** Flows that name a thing, in their draft or in what callers hear. */
export async function flowsNaming(tx: TenantTx, kind: ReferenceKind, id: number): Promise<FlowUse[]> {
  const { rows } = await sql<FlowUse>`
    select distinct 'flow' kind, f.id, f.name from flow_reference r join flow f on f.id = r.flow_id where r.kind = ${kind} and r.ref_id = ${id} order by f.name, f.id`.execute(
    tx.as(),
  );
  return rows;
}

/** Everything that keeps a flow from going: numbers, rules, and other flows that go on in it. */
export async function usesOf(tx: TenantTx, askers: readonly FlowUses[], flowId: number): Promise<FlowUse[]> {
  const found = (await flowsNaming(tx, 'flow', flowId)).filter(({ id }) => id !== flowId);
  for (const uses of askers) found.push(...(await uses(tx, flowId)));
  return found;
}
