import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { groupsRepo, type GroupRow } from './groups.repo.ts';
import { GROUPS_CHANGED } from './open-queue-desk.ts';

/** A group that nobody else changes until the transaction ends. */
export async function held(tx: TenantTx, id: number): Promise<GroupRow> {
  return (await groupsRepo(tx).lock(id)) ?? noSuchGroup();
}

export function noSuchGroup(): never {
  throw new Failure('notFound');
}

/** Other processes read the groups anew when the transaction commits. */
export const notifyGroupsChanged = (tx: TenantTx) =>
  sql`select pg_notify(${GROUPS_CHANGED}, ${String(tx.tenantId)})`.execute(tx.as());
