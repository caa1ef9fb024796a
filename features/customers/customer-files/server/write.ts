import { sql } from 'kysely';
import { CUSTOMER_CHANGED, CUSTOMERS_CHANGED } from '#features/customers/customers/contract.ts';
import {
  addImported,
  changeImported,
  lockImports,
  takeBackImported,
} from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { DuplicateRule } from '../contract.ts';
import { changedCustomers, writtenColumns } from './changed-customers.ts';
import type { ImportCounts } from './plan.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import { planOf, stageOf, type StagedImport } from './stage.ts';

export interface WriteWish extends StagedImport {
  userId: number;
  /** With `create` several may have one number. */
  rule: DuplicateRule;
  /** Customers others made since are looked for from here on. */
  plannedAt: string;
  /** Told how many rows are behind us. */
  progress: (done: number) => void;
}

const CHUNK = 10_000;
const columns = writtenColumns.map(({ column }) => column);
/** More than these are told as "many". */
const ANNOUNCED_MOST = 1_000;

/** Writes a planned import in the caller's transaction, with its history: all of it or, should anything go wrong, nothing. */
export async function writeImport(tx: TenantTx, wish: WriteWish): Promise<ImportCounts> {
  await withoutHurry(tx);
  const { rows } = await sql<{
    last: number | null;
    planned: number;
    staged: number;
  }>`select (select max(line) from ${stageOf(wish)}) last, (select count(*) from ${stageOf(wish)}) staged, (select count(*) from ${planOf(wish)}) planned`.execute(
    tx.as(),
  );
  const { last, planned, staged } = rows[0]!;
  let added = 0;
  for (let line = 0; line < (last ?? 0);) {
    const next =
      (
        await sql<{
          line: number | null;
        }>`select max(line) line from (select line from ${stageOf(wish)} where line > ${line} order by line limit ${CHUNK}) chunk`.execute(
          tx.as(),
        )
      ).rows[0]!.line ?? last!;
    added += await add(tx, wish, line, next);
    line = next;
    wish.progress(added);
  }
  const updated =
    planned === 0 || wish.rule !== 'update' ? 0 : await change(tx, wish, (done) => wish.progress(added + done));
  // From here to the commit nobody else makes a customer by a number.
  await lockImports(tx);
  const late = added === 0 || wish.rule === 'create' ? 0 : await takeBackLate(tx, wish);
  await publishChanges(tx, wish, added - late, updated);
  return { added: added - late, updated, skipped: staged - (added - late) - updated };
}

const add = (tx: TenantTx, one: WriteWish, after: number, upTo: number): Promise<number> =>
  addImported(
    tx,
    one,
    sql`${stageOf(one)} s where s.line > ${after} and s.line <= ${upTo} and not exists (select 1 from ${planOf(one)} p where p.line = s.line) order by s.line`,
  );

/** Last of all, because from here on these customers are kept from others. */
async function change(tx: TenantTx, one: WriteWish, progress: (done: number) => void): Promise<number> {
  await sql`select count(*) from (select c.id from customer c where c.id in (select customer_id from ${planOf(one)}) order by c.id for update) locked`.execute(
    tx.as(),
  );
  await sql`create temp table import_update on commit drop as select u.*, row_number() over (order by u.id) place from ${changedCustomers(one)} u`.execute(
    tx.as(),
  );
  await sql`create index on import_update (place)`.execute(tx.as());
  const total = (await sql<{ count: number }>`select count(*) count from import_update`.execute(tx.as())).rows[0]!
    .count;
  for (let done = 0; done < total; done += CHUNK) {
    const which = sql`u.place > ${done} and u.place <= ${done + CHUNK}`;
    await changeImported(tx, one, columns, { changed: sql`import_update u`, which });
    progress(Math.min(total, done + CHUNK));
  }
  return total;
}

/** Whoever got one of our numbers from somebody else while we wrote keeps it: our copy goes. */
async function takeBackLate(tx: TenantTx, one: WriteWish): Promise<number> {
  const { rows } = await sql<{ numbers: string[] | null }>`
    select array_agg(distinct number) numbers from (
      select unnest(c.phones) number from customer c where c.updated_at >= ${one.plannedAt}::timestamptz - interval '1 minute' and c.deleted_at is null and c.import_id is distinct from ${one.id}) others
    where number in (select split_part(unnest(s.numbers), '/', 1) from ${stageOf(one)} s)`.execute(tx.as());
  const numbers = rows[0]?.numbers ?? [];
  if (numbers.length === 0) return 0;
  return takeBackImported(tx, one, numbers);
}

async function publishChanges(tx: TenantTx, one: WriteWish, added: number, updated: number): Promise<void> {
  if (added + updated === 0) return;
  await tx.push({ kind: CUSTOMERS_CHANGED, body: { ids: [] } });
  const ids = async (count: number, from: ReturnType<typeof sql>): Promise<number[]> =>
    count > ANNOUNCED_MOST
      ? []
      : (await sql<{ id: number }>`select id from ${from}`.execute(tx.as())).rows.map(({ id }) => id);
  if (added > 0)
    await tx.announce(CUSTOMER_CHANGED, {
      tenantId: tx.tenantId,
      ids: await ids(added, sql`customer where import_id = ${one.id}`),
      kind: 'created',
    });
  if (updated > 0)
    await tx.announce(CUSTOMER_CHANGED, {
      tenantId: tx.tenantId,
      ids: await ids(updated, sql`import_update`),
      kind: 'updated',
    });
}
