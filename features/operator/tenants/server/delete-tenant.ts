import { sql } from 'kysely';
import { INSTALLATION } from '#platform/server/http/installation.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { mayBeDeleted } from './tenant-export.ts';

type DeletingWorld = Pick<World, 'db' | 'files' | 'log'>;

const FILES_AT_ONCE = 500;
/** As the log of the installation knows it. */
export const TENANT_DELETED = 'tenantDeleted';

/** Deletes closed tenants whose term is over and whose archive exists or was refused, one after another. */
export const deletionJob = (world: DeletingWorld): Job => ({
  task: 'tenants.deleteClosed',
  cron: '17 * * * *',
  run: () => deleteDue(world),
});

export async function deleteDue(world: DeletingWorld): Promise<void> {
  const { rows: due } = await world.db.everyTenant('closed tenants whose term is over', (tx) =>
    sql<{ id: number; name: string }>`
      select t.id, t.name from tenant t where ${mayBeDeleted} order by t.delete_at`.execute(tx.as()),
  );
  for (const { id, name } of due)
    try {
      await deleteTenant(world, id, name);
    } catch (problem) {
      // Others do not wait for one that cannot be deleted; it is tried again by the clock.
      world.log.error({ err: problem, tenantId: id }, 'a closed tenant could not be deleted');
    }
}

/**
 * Everything of one tenant. The bytes of its files go first, then its row and all that hangs on it, in one transaction: what breaks off is begun again.
 * People who belong nowhere else go with it; those who run the installation stay.
 */
async function deleteTenant({ db, files, log }: DeletingWorld, tenantId: number, name: string): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await db.everyTenant('files of a tenant that is deleted', (tx) =>
      sql<{ id: number; key: string }>`
        select id, key from stored_file where tenant_id = ${tenantId} and id > ${after} order by id limit ${FILES_AT_ONCE}`.execute(
        tx.as(),
      ),
    );
    const last = rows.at(-1);
    if (!last) break;
    for (const { key } of rows) await files.remove(key);
    after = last.id;
  }
  await db.everyTenant('a tenant whose term is over', async (tx) => {
    // Years of calls and messages take longer than a request may.
    await withoutHurry(tx);
    const { rows: still } = await sql`
      select 1 from tenant t where t.id = ${tenantId} and ${mayBeDeleted} for update of t`.execute(tx.as());
    if (still.length === 0) return;
    const people = await onlyHere(tx, tenantId);
    // What must not go before others waits for them; what only grows goes after the tenant itself.
    const left = await deleteRows(tx, await tablesOfTenants(tx), tenantId);
    await sql`delete from tenant where id = ${tenantId}`.execute(tx.as());
    const stuck = await deleteRows(tx, left, tenantId);
    if (stuck.length > 0) throw new Error(`rows of a deleted tenant stay in ${stuck.join(', ')}`);
    await sql`delete from user_account where id = any(${people}::bigint[])`.execute(tx.as());
    await sql`select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs where payload ->> 'tenantId' = ${String(tenantId)} and locked_at is null))`.execute(
      tx.as(),
    );
    const who = { tenantId: INSTALLATION, userId: null, name: 'OpenSeat', address: '', requestId: '' };
    const entry = new Operation({ module: 'tenants', action: TENANT_DELETED }, who);
    entry.note(`${tenantId} ${name}`);
    await entry.writeBeside(tx, null);
    await pushTenantsChanged(tx, { about: tenantId });
  });
  log.info({ tenantId }, 'a closed tenant was deleted with everything it had');
}

/** Members who belong to no other tenant. */
async function onlyHere(tx: Tx, tenantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.user_id id from member m where m.tenant_id = ${tenantId}
      and not exists (select 1 from member o where o.user_id = m.user_id and o.tenant_id <> m.tenant_id)
      and not exists (select 1 from operator_account oa where oa.user_id = m.user_id)`.execute(tx.as());
  return rows.map(({ id }) => id);
}

/** Tables with rows of tenants; which those are the database knows. */
async function tablesOfTenants(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(
    tx.as(),
  );
  return rows.map(({ name }) => name);
}

/** Again and again while it helps: a row goes when nothing points at it any more. Answers the tables that would not. */
async function deleteRows(tx: Tx, tables: readonly string[], tenantId: number): Promise<string[]> {
  for (let left = [...tables]; ;) {
    const stuck: string[] = [];
    for (const name of left) if (!(await tryDelete(tx, name, tenantId))) stuck.push(name);
    if (stuck.length === 0 || stuck.length === left.length) return stuck;
    left = stuck;
  }
}

/** Pointed at by others, which restrict it; or kept by a trigger. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(['23503', '23001', 'P0001']);

async function tryDelete(tx: Tx, table: string, tenantId: number): Promise<boolean> {
  await sql`savepoint leftover`.execute(tx.as());
  try {
    await sql`delete from ${sql.raw(table)} where tenant_id = ${tenantId}`.execute(tx.as());
    await sql`release savepoint leftover`.execute(tx.as());
    return true;
  } catch (problem) {
    if (!REFUSALS.has((problem as { code?: string }).code)) throw problem;
    await sql`rollback to savepoint leftover`.execute(tx.as());
    return false;
  }
}
