import { sql } from 'kysely';
import { flowRows, publishedFlow } from '#features/flows/flows/server/index.ts';
import type { CampaignPlan } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { AiFlow } from '../contract.ts';
import { attributesOf, unfilledAttributes } from '../core/flow-attributes.ts';

const FLOWS_MOST = 1_000;

/** Every flow that is published, with what it wants to be told. */
export async function publishedFlows(tx: TenantTx): Promise<AiFlow[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from ${flowRows} f where f.published_version is not null order by f.name, f.id limit ${FLOWS_MOST}`.execute(
    tx.as(),
  );
  const flows: AiFlow[] = [];
  for (const { id } of rows) {
    const found = await publishedFlow(tx, id);
    if (found) {
      const { flowId, name, version, flow } = found;
      flows.push({ flowId, flowName: name, version, languages: flow.languages, attributes: attributesOf(flow) });
    }
  }
  return flows;
}

/** What flows are called, and whether callers hear a version of them. */
export async function namedFlows(
  tx: TenantTx,
  ids: readonly number[],
): Promise<Map<number, { name: string; isPublished: boolean }>> {
  const { rows } = await sql<{ id: number; name: string; isPublished: boolean }>`
    select f.id, f.name, f.published_version is not null "isPublished" from ${flowRows} f where f.id = any(${[...new Set(ids)]}::bigint[])`.execute(
    tx.as(),
  );
  return new Map(rows.map(({ id, name, isPublished }) => [id, { name, isPublished }]));
}

/** Refuses a flow that nobody can hear, and one whose sentences would have gaps. */
export async function assertFlow(tx: TenantTx, { dialling = {} }: CampaignPlan): Promise<void> {
  const { flowId, flowValues = {} } = dialling;
  const found = flowId ? await publishedFlow(tx, flowId) : null;
  if (!found) throw new Failure('notFound', 'flowId');
  const attributes = attributesOf(found.flow);
  const unknown = Object.keys(flowValues).filter((key) => !attributes.some(({ attrKey }) => attrKey === key));
  const missing = unfilledAttributes(attributes, flowValues);
  const wrong = [...unknown, ...missing];
  if (wrong.length > 0) throw new Failure('invalidInput', `flowValues: ${wrong.join(', ')}`);
}
