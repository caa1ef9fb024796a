import { sql } from 'kysely';
import { INSTALLATION } from '#platform/server/http/installation.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

type DeletingWorld = Pick<World, 'db' | 'files' | 'log'>;

const FILES_AT_ONCE = 500;
/** As the log of the installation knows it. */
export const TENANT_DELETED = 'tenantDeleted';

/** Deletes closed tenants whose term is over, one after another. */
export const deletionJob = (world: DeletingWorld): Job => ({
  task: 'tenants.deleteClosed',
  cron: '17 * * * *',
  run: () => deleteDue(world),
});

export async function deleteDue(world: DeletingWorld): Promise<void> {
  for (;;) {
    const { rows } = await world.db.everyTenant('closed tenants whose term is over', (tx) =>
      sql<{ id: number; name: string }>`
        select id, name from tenant where state = 'closed' and delete_at <= now() order by delete_at limit 1`.execute(
        tx.as(),
      ),
    );
    const due = rows[0];
    if (!due) return;
    await deleteTenant(world, due.id, due.name);
  }
}

/**
 * Everything of one tenant. Its files go first, then its row and all that hangs on it, in one transaction: what breaks off is begun again.
 * People who belong nowhere else go with it; those who run the installation stay.
 */
async function deleteTenant({ db, files, log }: DeletingWorld, tenantId: number, name: string): Promise<void> {
  for (;;) {
    const { rows } = await db.everyTenant('files of a tenant that is deleted', (tx) =>
      sql<{ id: number; key: string }>`
        select id, key from stored_file where tenant_id = ${tenantId} order by id limit ${FILES_AT_ONCE}`.execute(
        tx.as(),
      ),
    );
    if (rows.length === 0) break;
    for (const { key } of rows) await files.remove(key);
    await db.everyTenant('files of a tenant that is deleted', (tx) =>
      sql`delete from stored_file where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx.as()),
    );
  }
  await db.everyTenant('a tenant whose term is over', async (tx) => {
    const { rows: still } = await sql`
      select 1 from tenant where id = ${tenantId} and state = 'closed' and delete_at <= now() for update`.execute(
      tx.as(),
    );
    if (still.length === 0) return;
    const people = await onlyHere(tx, tenantId);
    await sql`delete from tenant where id = ${tenantId}`.execute(tx.as());
    await deleteLeftovers(tx, tenantId);
    await sql`delete from user_account where id = any(${people}::bigint[])`.execute(tx.as());
    await sql`select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs where payload ->> 'tenantId' = ${String(tenantId)} and locked_at is null))`.execute(
      tx.as(),
    );
    const who = { tenantId: INSTALLATION, userId: null, name: 'OpenSeat', address: '', requestId: '' };
    const entry = new Operation({ module: 'tenants', action: TENANT_DELETED }, who);
    entry.note(`${tenantId} ${name}`);
    await entry.writeBeside(tx, null);
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

/** Rows that name the tenant without pointing at it; which tables those are the database knows. */
async function deleteLeftovers(tx: Tx, tenantId: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not exists (
      select 1 from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'tenant'::regclass and f.confdeltype = 'c')
    order by 1`.execute(tx.as());
  // One may point at another of them: whoever is pointed at goes when nothing points there any more.
  let left = rows.map(({ name }) => name);
  while (left.length > 0) {
    const stuck: string[] = [];
    for (const name of left) if (!(await tryDelete(tx, name, tenantId))) stuck.push(name);
    if (stuck.length === left.length) throw new Error(`rows of a deleted tenant stay in ${stuck.join(', ')}`);
    left = stuck;
  }
}

async function tryDelete(tx: Tx, table: string, tenantId: number): Promise<boolean> {
  await sql`savepoint leftover`.execute(tx.as());
  try {
    await sql`delete from ${sql.raw(table)} where tenant_id = ${tenantId}`.execute(tx.as());
    await sql`release savepoint leftover`.execute(tx.as());
    return true;
  } catch (problem) {
    if ((problem as { code?: string }).code !== '23503') throw problem;
    await sql`rollback to savepoint leftover`.execute(tx.as());
    return false;
  }
}
