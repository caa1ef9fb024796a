import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Clock } from '../clock.ts';
import { isUnavailable, type Db } from '../db/db.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';

/**
 * Moves what transactions announced from `outbox` to `realtime_event`, numbered per tenant without gaps. Rules:
 * 1. One sequencer works at a time in all processes: the one whose connection holds the lock. When that connection
 *    ends, however it ends, the next one waiting has the lock at once.
 * 2. One statement takes the rows away, numbers, writes and announces them. It happens whole or not at all.
 * 3. A row is seen only after its transaction committed, so nothing rolled back is ever numbered. Rows of one
 *    statement are numbered by id; two transactions that touched the same row have ids in commit order as long as
 *    they push after they wrote.
 * 4. A leader that hangs loses its connection, and so the lock, after `HUNG_MS`.
 */
export interface Sequencer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One number for the whole product: whoever holds it is the sequencer. */
const SEQUENCER_LOCK = 7_305_411;
const POLL_MS = 2_000;
const HUNG_MS = 15_000;
const WAIT_MS = 30_000;
const AGAIN_MS = 500;
const CANCEL_AGAIN_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';
const BATCH = 500;

export interface SequencerOptions {
  db: Db;
  log: Log;
  /** Rows moved by one statement. */
  batch?: number;
}

export function openSequencer({ db, log, batch = BATCH }: SequencerOptions): Sequencer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = (): void => {};
  let rung = false;
  let working: Promise<void> = Promise.resolve();
  let stopListening = (): void => {};
  let waitingPid: number | null = null;

  function ring(): void {
    rung = true;
    wake();
  }

  /** Until somebody rings, or `POLL_MS` passed: a notification may be lost. */
  async function quiet(): Promise<void> {
    if (rung || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(resolve, POLL_MS);
    await promise;
    clearTimeout(timer);
  }

  async function keepLeading(): Promise<void> {
    while (!signal.aborted) {
      try {
        await withClient(lead);
      } catch (problem) {
        if (signal.aborted) return;
        if (!isUnavailable(problem)) log.error({ err: problem }, 'sequencer failed');
        await pause(AGAIN_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async function withClient(work: (client: PoolClient) => Promise<void>): Promise<void> {
    const client = await db.pool.connect();
    // The failing statement tells; without a listener the event would end the process.
    client.on('error', ignore);
    try {
      await work(client);
    } finally {
      // Never back to the pool: the lock lives and dies with this connection.
      client.release(true);
    }
  }

  async function lead(client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ pid: number }>(
      `select pg_backend_pid() pid, set_config('idle_session_timeout', '${HUNG_MS}', false), set_config('statement_timeout', '0', false), set_config('lock_timeout', '${WAIT_MS}', false),
         set_config('enable_seqscan', 'off', false)`,
    );
    waitingPid = rows[0]!.pid;
    try {
      while (!signal.aborted && !(await lock(client)));
    } finally {
      waitingPid = null;
    }
    while (!signal.aborted) {
      rung = false;
      const { rows: took } = await client.query<{ n: number }>({ name: 'move', text: MOVE, values: [batch] });
      if (took[0]!.n < batch) await quiet();
    }
  }

  return {
    async start() {
      stopListening = await db.listen('outbox', ring);
      working = keepLeading();
    },
    async stop() {
      stopping.abort();
      stopListening();
      wake();
      // Again and again: a cancel that comes before its statement is lost.
      for (let over = false; !over;) {
        if (waitingPid !== null) await db.pool.query('select pg_cancel_backend($1)', [waitingPid]).catch(ignore);
        over = await Promise.race([working.then(() => true), pause(CANCEL_AGAIN_MS, false)]);
      }
    },
  };
}

const ignore = (): void => {};

/** False when another one had it all the time. Waiting ends now and then, so that a killed process leaves no waiter behind. */
async function lock(client: PoolClient): Promise<boolean> {
  try {
    await client.query('select pg_advisory_lock($1)', [SEQUENCER_LOCK]);
    return true;
  } catch (problem) {
    if ((problem as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw problem;
  }
}

/**
 * Rows of a tenant that is gone go too: nobody could read them, and they would hold up everybody else. Planned once, when there is
 * little to move: without reading whole tables, so that the plan is as good when there is much.
 */
const MOVE = `
  with taken as (
    delete from outbox where id in (select id from outbox order by id limit $1)
    returning id, tenant_id, user_id, access, kind, body
  ), counted as (
    select tenant_id, count(*) as n from taken where exists (select from tenant where tenant.id = taken.tenant_id) group by tenant_id
  ), moved as (
    insert into realtime_cursor as had (tenant_id, seq) select tenant_id, n from counted order by tenant_id
    on conflict (tenant_id) do update set seq = had.seq + excluded.seq
    returning tenant_id, seq
  ), written as (
    insert into realtime_event (tenant_id, seq, user_id, access, kind, body)
    select tenant_id, moved.seq - counted.n + row_number() over (partition by tenant_id order by taken.id), user_id, access, kind, body
    from taken join counted using (tenant_id) join moved using (tenant_id)
  ), told as (
    select pg_notify('realtime', tenant_id || ':' || seq) from moved
  )
  select (select count(*) from taken) as n, (select count(*) from told) as told`;

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
