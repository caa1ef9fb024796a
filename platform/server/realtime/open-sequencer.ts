import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isUnavailable } from '../db/db.ts';
import type { Sequencer, SequencerOptions } from './sequencer.ts';

/** One number for the whole product: whoever holds it is the sequencer. */
const SEQUENCER_LOCK = 7_305_411;
const POLL_MS = 2_000;
const HUNG_MS = 15_000;
const WAIT_MS = 30_000;
const AGAIN_MS = 500;
const GATHER_MS = 10;
const CANCEL_AGAIN_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';
const BATCH = 500;

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
      if (took[0]!.n < batch) {
        // Whoever comes first is told at once; those who come right after go together.
        if (took[0]!.n > 0) await pause(GATHER_MS, undefined, { signal }).catch(() => {});
        await quiet();
      }
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
