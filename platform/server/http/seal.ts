import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { ChainAnchor, ChainAnchors } from '#core/operation-log/anchors.port.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Job } from '../jobs/jobs.ts';

/**
 * Chains the operation log: each entry's seal covers its content and the seal before it, so that an entry changed or taken out
 * afterwards shows. Sealing happens right after the fact, not in the writing transaction, which would make all writes of a tenant
 * wait in one line. Who has the database alone cannot make the chain anew: seals need a key that is kept sealed itself, and now
 * and then the end of a chain is anchored outside.
 */
export const sealJob = ({ db }: { db: Db }, keeper: ChainKeeper): Job => ({
  task: 'operationLog.seal',
  cron: '* * * * *',
  run: () => sealAll(db, keeper),
});

export interface ChainKeeper {
  /** The key of a tenant's chain, the same for ever. */
  keyOf(tenantId: number): Promise<Buffer>;
  anchors: ChainAnchors;
}

const BATCH = 5_000;
const SEAL_LOCK = 7_305_412;
/** As often a chain that grows is anchored. */
const ANCHOR_EVERY_MS = 3_600_000;

interface Entry {
  id: number;
  tenant_id: number;
  content: string;
}

interface ChainEnd {
  seq: number;
  hash: Buffer;
}

/** The content of an entry as it is hashed: every column, in one text made by the database. */
export const entryContent = sql<string>`jsonb_build_array(l.id, l.tenant_id, l.user_id, l.user_name, l.module, l.action, l.target, l.change, l.outcome, l.address, l.request_id, extract(epoch from l.at))::text`;

/** Without a key as seals were made before there were keys. */
export const chainHash = (before: Buffer, content: string, key: Buffer | null): Buffer =>
  (key ? createHmac('sha256', key) : createHash('sha256')).update(before).update(content).digest();

export const CHAIN_START = Buffer.alloc(32);

const isUnsealed = sql`l.id > coalesce((select max(log_id) from operation_log_seal), 0) - 10000
      and not exists (select 1 from operation_log_seal s where s.log_id = l.id)`;

export async function sealAll(db: Db, { keyOf, anchors }: ChainKeeper): Promise<void> {
  for (let sealed = BATCH; sealed === BATCH;) {
    // Before the transaction: a key may have to be read.
    const keys = new Map<number, Buffer>();
    for (const tenantId of await db.everyTenant('every tenant has a chain', unsealedTenants))
      keys.set(tenantId, await keyOf(tenantId));
    if (keys.size === 0) return;
    const batch = await db.everyTenant('the chain of every tenant grows here', (tx) => sealBatch(tx, keys));
    sealed = batch.count;
    const due = batch.ends.filter(({ tenantId }) => isAnchorDue(anchors, tenantId));
    if (due.length > 0) await anchors.append(due);
  }
}

/** When this process last anchored a chain, for each place it anchors to. */
const anchoredMs = new WeakMap<ChainAnchors, Map<number, number>>();

function isAnchorDue(anchors: ChainAnchors, tenantId: number): boolean {
  const last = anchoredMs.get(anchors) ?? new Map<number, number>();
  anchoredMs.set(anchors, last);
  const nowMs = performance.now();
  if (nowMs - (last.get(tenantId) ?? Number.NEGATIVE_INFINITY) < ANCHOR_EVERY_MS) return false;
  last.set(tenantId, nowMs);
  return true;
}

async function unsealedTenants(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct l.tenant_id id from operation_log l where ${isUnsealed}`.execute(tx.as());
  return rows.map(({ id }) => id);
}

async function sealBatch(tx: Tx, keys: ReadonlyMap<number, Buffer>): Promise<{ count: number; ends: ChainAnchor[] }> {
  const trx = tx.as();
  await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(trx);
  const { rows } = await sql<Entry>`
    select l.id, l.tenant_id, ${entryContent} content from operation_log l
    where ${isUnsealed} and l.tenant_id = any(${[...keys.keys()]}::bigint[])
    order by l.id limit ${BATCH}`.execute(trx);
  const ends = new Map<number, ChainEnd & { logId: number }>();
  const seals: { tenantId: number; logId: number; seq: number; hash: Buffer }[] = [];
  for (const { id, tenant_id: tenantId, content } of rows) {
    const end = ends.get(tenantId) ?? (await chainEnd(tx, tenantId));
    const next = { seq: end.seq + 1, hash: chainHash(end.hash, content, keys.get(tenantId)!), logId: id };
    ends.set(tenantId, next);
    seals.push({ tenantId, ...next });
  }
  if (seals.length > 0) {
    await sql`insert into operation_log_seal (tenant_id, seq, log_id, hash, keyed) select *, true from unnest(
      ${seals.map((seal) => seal.tenantId)}::bigint[], ${seals.map((seal) => seal.seq)}::bigint[],
      ${seals.map((seal) => seal.logId)}::bigint[], ${seals.map((seal) => seal.hash)}::bytea[])`.execute(trx);
  }
  const at = new Date().toISOString();
  return {
    count: rows.length,
    ends: [...ends].map(([tenantId, { seq, logId, hash }]) => ({
      tenantId,
      seq,
      logId,
      hash: hash.toString('hex'),
      at,
    })),
  };
}

async function chainEnd(tx: Tx, tenantId: number): Promise<ChainEnd> {
  const { rows } =
    await sql<ChainEnd>`select seq, hash from operation_log_seal where tenant_id = ${tenantId} order by seq desc limit 1`.execute(
      tx.as(),
    );
  return rows[0] ?? { seq: 0, hash: CHAIN_START };
}
