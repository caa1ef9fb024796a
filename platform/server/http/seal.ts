import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { Job } from '../jobs/jobs.ts';

/**
 * Chains the operation log: each entry's hash covers its content and the hash before it, so
 * that an entry changed or taken out afterwards shows. Sealing happens right after the fact,
 * not in the writing transaction, which would make all writes of a tenant wait in one line.
 */
export const sealJob = ({ db }: { db: Db }): Job => ({
  task: 'operationLog.seal',
  cron: '* * * * *',
  run: () => sealAll(db),
});

const BATCH = 5_000;
const SEAL_LOCK = 7_305_412;

interface Entry {
  id: number;
  tenant_id: number;
  content: string;
}

/** The content of an entry as it is hashed: every column, in one text made by the database. */
export const entryContent = sql<string>`jsonb_build_array(l.id, l.tenant_id, l.user_id, l.user_name, l.module, l.action, l.target, l.change, l.outcome, l.address, l.request_id, extract(epoch from l.at))::text`;

export const chainHash = (before: Buffer, content: string): Buffer =>
  createHash('sha256').update(before).update(content).digest();

export const CHAIN_START = Buffer.alloc(32);

export async function sealAll(db: Db): Promise<void> {
  for (let sealed = BATCH; sealed === BATCH;)
    sealed = await db.everyTenant('the chain of every tenant grows here', sealBatch);
}

async function sealBatch(tx: Tx): Promise<number> {
  const trx = tx.as();
  await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(trx);
  const { rows } = await sql<Entry>`
    select l.id, l.tenant_id, ${entryContent} content from operation_log l
    where l.id > coalesce((select max(log_id) from operation_log_seal), 0) - 10000
      and not exists (select 1 from operation_log_seal s where s.log_id = l.id)
    order by l.id limit ${BATCH}`.execute(trx);
  const ends = new Map<number, { seq: number; hash: Buffer }>();
  const seals: { tenantId: number; logId: number; seq: number; hash: Buffer }[] = [];
  for (const { id, tenant_id: tenantId, content } of rows) {
    const end = ends.get(tenantId) ?? (await chainEnd(tx, tenantId));
    const next = { seq: end.seq + 1, hash: chainHash(end.hash, content) };
    ends.set(tenantId, next);
    seals.push({ tenantId, logId: id, ...next });
  }
  if (seals.length > 0) {
    await sql`insert into operation_log_seal (tenant_id, seq, log_id, hash) select * from unnest(
      ${seals.map((seal) => seal.tenantId)}::bigint[], ${seals.map((seal) => seal.seq)}::bigint[],
      ${seals.map((seal) => seal.logId)}::bigint[], ${seals.map((seal) => seal.hash)}::bytea[])`.execute(trx);
  }
  return rows.length;
}

async function chainEnd(tx: Tx, tenantId: number): Promise<{ seq: number; hash: Buffer }> {
  const { rows } = await sql<{
    seq: number;
    hash: Buffer;
  }>`select seq, hash from operation_log_seal where tenant_id = ${tenantId} order by seq desc limit 1`.execute(tx.as());
  return rows[0] ?? { seq: 0, hash: CHAIN_START };
}
