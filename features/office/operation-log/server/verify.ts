import { sql } from 'kysely';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { CHAIN_START, chainHash, entryContent, sealAll, type ChainKeeper } from '#platform/server/http/seal.ts';
import type { ChainCheck } from '../contract.ts';

const BATCH = 5_000;
/** An entry of a transaction that is still being sealed is not suspicious yet. */
const SEALED_WITHIN = '10 minutes';

interface Link {
  seq: number;
  log_id: number;
  hash: Buffer;
  keyed: boolean;
  at: string | null;
  content: string | null;
}

/**
 * Walks the chain of one tenant from its start. Rules:
 * 1. A seal without its entry: the entry was taken out.
 * 2. A hash that does not follow from the entry and the hash before: one of the two was changed.
 * 3. An old entry without a seal: it was slipped in, or its seal was taken out.
 * 4. After the first seal with a key comes none without: the rest was made anew by somebody who has no key.
 * 5. Where the chain is not what was anchored outside, it was made anew from there on; where it is shorter, its end was taken out.
 */
export async function verifyChain(db: Db, keeper: ChainKeeper, tenantId: number): Promise<ChainCheck> {
  await sealAll(db, keeper);
  const key = await keeper.keyOf(tenantId);
  const anchored = new Map((await keeper.anchors.of(tenantId)).map((anchor) => [anchor.seq, anchor]));
  let isKeyed = false;
  let hash: Buffer = CHAIN_START;
  let checked = 0;
  let upTo: ChainCheck['upTo'] = null;
  const result = (broken: ChainCheck['broken']): ChainCheck => ({
    intact: broken === null,
    checked,
    upTo,
    broken,
    head: hash.toString('hex'),
  });

  for (;;) {
    const links = await db.tenant({ tenantId }, (tx) => linksAfter(tx, checked));
    for (const { seq, log_id, at, content, hash: sealed, keyed } of links) {
      if (content === null || at === null) return result({ id: log_id, at: null, reason: 'missing' });
      const next = chainHash(hash, content, keyed ? key : null);
      const isAnchored = (anchored.get(seq)?.hash ?? next.toString('hex')) === next.toString('hex');
      if (seq !== checked + 1 || !next.equals(sealed) || (isKeyed && !keyed) || !isAnchored)
        return result({ id: log_id, at, reason: 'changed' });
      isKeyed = keyed;
      hash = next;
      checked = seq;
      upTo = { id: log_id, at };
    }
    if (links.length < BATCH) break;
  }
  const beyond = [...anchored.values()].find(({ seq }) => seq > checked);
  if (beyond) return result({ id: beyond.logId, at: null, reason: 'missing' });
  return result(await db.tenant({ tenantId }, oldestUnsealed));
}

async function linksAfter(tx: TenantTx, seq: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.seq, s.log_id, s.hash, s.keyed, l.at, case when l.id is not null then ${entryContent} end content
    from operation_log_seal s left join operation_log l on l.id = s.log_id
    where s.seq > ${seq} order by s.seq limit ${BATCH}`.execute(tx.as());
  return rows;
}

async function oldestUnsealed(tx: TenantTx): Promise<ChainCheck['broken']> {
  const { rows } = await sql<{ id: number; at: string }>`
    select l.id, l.at from operation_log l
    where l.at < now() - ${sql.lit(SEALED_WITHIN)}::interval and not exists (select 1 from operation_log_seal s where s.log_id = l.id)
    order by l.id limit 1`.execute(tx.as());
  return rows[0] ? { ...rows[0], reason: 'unsealed' } : null;
}
