import { sql } from 'kysely';
import type { Author } from './customer-changes.repo.ts';
import { customersRepo, type CustomerRow } from './customers.repo.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { CUSTOMER_BATCH, TOTAL_CAP, type CustomerSearch } from '../contract.ts';
import { compileSearch, type SearchWorld } from './compile-search.ts';
import { countUpTo } from './find-customers.ts';
import { pushCustomersChanged, writeCustomers } from './write-customers.ts';

/** What is done to many customers at once. */
export type BatchWork =
  | { kind: 'tag'; add: number[]; remove: number[] }
  | { kind: 'owner'; ownerId: number | null }
  | { kind: 'delete'; deletionId: string };

interface BatchRow {
  id: number;
  user_id: number;
  wish: BatchWork;
  search: CustomerSearch;
  masked: boolean;
  below_id: number | null;
  done: number;
  total: number;
}

const RUN_TASK = 'customers.batch';
const CHUNK = 500;

/** Does it to these customers; answers how many changed. */
export async function doWork(tx: TenantTx, work: BatchWork, ids: readonly number[], author: Author): Promise<number> {
  const repo = customersRepo(tx);
  if (work.kind === 'delete') {
    const gone = await repo.delete(ids, work.deletionId, author.userId);
    await repo.noteChanges(
      'deleted',
      author,
      gone.map((id) => ({ id, changes: [] })),
    );
    await pushCustomersChanged(tx, gone, 'deleted');
    return gone.length;
  }
  const rows = (await repo.lock(ids)).filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const change = rows.map((row) => ({
    id: row.id,
    values: work.kind === 'tag' ? { tag_ids: retagged(row, work) } : { owner_id: work.ownerId },
  }));
  return (await writeCustomers(tx, { change, author, kind: work.kind === 'tag' ? 'tagged' : 'edited' })).changed.length;
}

const retagged = ({ tag_ids: has }: CustomerRow, { add, remove }: { add: number[]; remove: number[] }): number[] => {
  const gone = new Set(remove);
  return [...new Set([...has.filter((id) => !gone.has(id)), ...add])].toSorted((a, b) => a - b);
};

/** Begins to do it to everybody a search finds, in the caller's transaction. */
export async function beginBatch(
  tx: TenantTx,
  userId: number,
  work: BatchWork,
  search: CustomerSearch,
  { masked, total }: { masked: boolean; total: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customer_batch (user_id, kind, wish, search, masked, total) values (${userId}, ${work.kind}, ${JSON.stringify(work)}::jsonb, ${JSON.stringify(search)}::jsonb, ${masked}, ${total}) returning id`.execute(
    tx.as(),
  );
  await tx.enqueue(RUN_TASK, { tenantId: tx.tenantId, batchId: rows[0]!.id });
  return rows[0]!.id;
}

/** Makes a search of a batch runnable again, with the tenant's fields as they are by then. */
export type ResumeSearch = (
  tx: TenantTx,
  userId: number,
  search: CustomerSearch,
  masked: boolean,
) => Promise<{ search: CustomerSearch; world: SearchWorld }>;

/**
 * Goes through the customers of a batch from the newest down, some hundred in a transaction that also remembers how far it
 * is: a server that stops in between goes on there. What the work itself changes cannot bring a customer up twice.
 */
export const batchJob = (db: Db, resume: ResumeSearch): Job => ({
  task: RUN_TASK,
  async run({ tenantId, batchId }: { tenantId: number; batchId: number }) {
    const one = await db.tenant({ tenantId }, async (tx) => {
      const { rows } =
        await sql<BatchRow>`select id, user_id, wish, search, masked, below_id, done, total from customer_batch where id = ${batchId} and finished_at is null`.execute(
          tx.as(),
        );
      return rows[0]
        ? { batch: rows[0], ...(await resume(tx, rows[0].user_id, rows[0].search, rows[0].masked)) }
        : null;
    });
    if (!one) return;
    const { batch, search, world } = one;
    const matches = compileSearch(search, world);
    const isLarge = (await countUpTo(db, matches, TOTAL_CAP + 1)) > TOTAL_CAP;
    for (let below = batch.below_id; ;) {
      const ids = await nextOf(db, matches, below, isLarge);
      const isLast = ids.length < CHUNK;
      below = ids.at(-1) ?? below;
      await db.tenant({ tenantId }, async (tx) => {
        const changed = await doWork(tx, batch.wish, ids, { userId: batch.user_id, actor: '' });
        const { rows } = await sql<{ done: number; total: number }>`
          update customer_batch set below_id = ${below}, done = done + ${changed}, finished_at = case when ${isLast} then now() end where id = ${batchId} returning done, greatest(total, done) total`.execute(
          tx.as(),
        );
        await tx.push({
          kind: CUSTOMER_BATCH,
          body: { batchId, ...rows[0]!, finished: isLast },
          to: { userId: batch.user_id },
        });
      });
      if (isLast) return;
    }
  },
});

/** Of few the best index finds all; of many the order by id is walked. */
async function nextOf(
  db: Db,
  matches: ReturnType<typeof compileSearch>,
  below: number | null,
  isLarge: boolean,
): Promise<number[]> {
  const after = below === null ? sql`true` : sql`c.id < ${below}::bigint`;
  const rows = await db.numbers(
    'the next customers of a batch',
    isLarge
      ? sql`select c.id from customer c where ${matches} and ${after} order by c.id desc limit ${CHUNK}`
      : sql`with c as materialized (select c.id from customer c where ${matches}) select c.id from c where ${after} order by c.id desc limit ${CHUNK}`,
  );
  return rows.map(([id]) => id!);
}
