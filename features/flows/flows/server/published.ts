import { sql } from 'kysely';
import type { Flow } from '#core/flow/flow.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Announced with `{ tenantId, flowId, version }` when callers begin to hear another version. */
export const FLOW_PUBLISHED = 'flowPublished';

export interface PublishedFlow {
  flowId: number;
  name: string;
  version: number;
  flow: Flow;
}

/** What callers hear of a flow; null when there is nothing yet. */
export async function publishedFlow(tx: TenantTx, flowId: number): Promise<PublishedFlow | null> {
  const { rows } = await sql<PublishedFlow>`
    select f.id "flowId", f.name, v.version, v.flow from flow f join flow_version v on v.flow_id = f.id and v.version = f.published_version where f.id = ${flowId}`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** A version as it was published, also when callers hear another one by now. */
export async function flowVersion(tx: TenantTx, flowId: number, version: number): Promise<PublishedFlow | null> {
  const { rows } = await sql<PublishedFlow>`
    select f.id "flowId", f.name, v.version, v.flow from flow f join flow_version v on v.flow_id = f.id where f.id = ${flowId} and v.version = ${version}`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** What is being designed, for tests of it. */
export async function draftOf(
  tx: TenantTx,
  flowId: number,
): Promise<{ flowId: number; name: string; draftVersion: number; flow: Flow } | null> {
  const { rows } = await sql<{
    flowId: number;
    name: string;
    draftVersion: number;
    flow: Flow;
  }>`select id "flowId", name, draft_version "draftVersion", draft flow from flow where id = ${flowId}`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}
