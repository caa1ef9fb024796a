import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';

/**
 * Moves what transactions announced and could not number themselves from `outbox` to `realtime_event`, numbered per tenant
 * without gaps. Rules:
 * 1. One sequencer works at a time in all processes: the one whose connection holds the lock. When that connection
 *    ends, however it ends, the next one waiting has the lock at once.
 * 2. One statement takes the rows away, numbers, writes and announces them. It happens whole or not at all.
 * 3. A row is seen only after its transaction committed, so nothing rolled back is ever numbered. Rows of one
 *    statement are numbered by id; two transactions that touched the same row have ids in commit order as long as
 *    they push after they wrote.
 * 4. A leader that hangs loses its connection, and so the lock, after `HUNG_MS`.
 * 5. A transaction that finds nothing of its tenant in the outbox, and its numbers free, takes the next numbers itself and never comes by here
 *    (`put_out_rows`). What touched the same row before it has committed, so it was numbered, or it is seen in the outbox and this one
 *    goes behind it: also while rows are being moved, as they are gone only when that has committed. Numbers are held to the
 *    commit, so they become visible in their order.
 */
export interface Sequencer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SequencerOptions {
  db: Db;
  log: Log;
  /** Rows moved by one statement. */
  batch?: number;
}

/** A page that was away longer loads its lists anew. */
export const KEEP_EVENTS_MS = 24 * 3_600_000;
export const KEEP_EVENTS_PER_TENANT = 20_000;
const AT_ONCE = 10_000;

/**
 * Forgets old events. Always from the lowest number up to some number, never out of the middle:
 * whoever finds the event after its last one finds all that follow.
 */
export function sweepJob({
  db,
  clock,
  keepMs = KEEP_EVENTS_MS,
  keepPerTenant = KEEP_EVENTS_PER_TENANT,
}: {
  db: Db;
  clock: Clock;
  keepMs?: number;
  keepPerTenant?: number;
}): Job {
  return {
    task: 'realtime.sweep',
    cron: '*/10 * * * *',
    async run() {
      const before = new Date(clock.nowMs() - keepMs);
      const { rows } = await db.pool.query<{ tenant_id: number; seq: number }>(
        `select tenant_id, max(seq) as seq from (
           select tenant_id, max(seq) as seq from realtime_event where at < $1 group by tenant_id
           union all select tenant_id, seq - $2 from realtime_cursor where seq > $2
         ) as limits group by tenant_id`,
        [before, keepPerTenant],
      );
      for (const { tenant_id, seq } of rows) await forget(db, tenant_id, seq);
    },
  };
}

async function forget(db: Db, tenantId: number, upTo: number): Promise<void> {
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    const { rowCount } = await db.pool.query(
      'delete from realtime_event where tenant_id = $1 and seq in (select seq from realtime_event where tenant_id = $1 and seq <= $2 order by seq limit $3)',
      [tenantId, upTo, AT_ONCE],
    );
    deleted = rowCount ?? 0;
  }
}
