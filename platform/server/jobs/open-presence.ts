import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { isUnavailable, type Db } from '../db/db.ts';
import { openLifeline } from '../db/open-lifeline.ts';
import type { Log } from '../log.ts';
import type { WorkerPresence } from './presence.ts';

/** The first half of every lock here; the other is made of a name. */
const PRESENT = 7_305_413;
/** Whoever was missed so long is given up. */
const GIVEN_UP_MS = 3_000;
const STILL_MS = 8_000;

interface PresenceOptions {
  db: Db;
  log: Log;
  /** The connection that proves our life was lost: what we know of our jobs may be wrong. */
  lost(): void;
}

export function openPresence({ db, log, lost }: PresenceOptions): WorkerPresence {
  const ourselves = `process-${randomUUID()}`;
  const held = new Set<string>();
  /** Since when they have been missed. */
  let missed = new Map<string, number>();

  const lifeline = openLifeline(db, STILL_MS, {
    async opened(line) {
      for (const name of held) await line.query(TAKE, [PRESENT, name]);
    },
    beat: look,
    lost,
    failed(problem) {
      if (!isUnavailable(problem)) log.error({ err: problem }, 'jobs of dead processes could not be looked for');
    },
  });

  async function absent(line: PoolClient): Promise<string[]> {
    const { rows } = await line.query<{ pool: string }>(ABSENT, [PRESENT, [...held]]);
    return rows.map(({ pool }) => pool);
  }

  async function look(line: PoolClient): Promise<void> {
    const found = await absent(line);
    const nowMs = performance.now();
    missed = new Map(found.map((pool) => [pool, missed.get(pool) ?? nowMs]));
    await unlock(
      line,
      found.filter((pool) => nowMs - missed.get(pool)! >= GIVEN_UP_MS),
    );
  }

  async function unlock(line: PoolClient, pools: readonly string[]): Promise<void> {
    if (pools.length === 0) return;
    await line.query(UNLOCK, [PRESENT, pools]);
    log.warn({ pools }, 'jobs of a process that is gone are taken up again');
  }

  const hold = (name: string) =>
    lifeline.run(async (line) => {
      held.add(name);
      await line.query(TAKE, [PRESENT, name]);
    });

  return {
    async appear() {
      await hold(ourselves);
      await lifeline.run(async (line) => {
        const { rows } = await line.query<{ alone: boolean }>(ALONE, [PRESENT]);
        if (rows[0]!.alone) await unlock(line, await absent(line));
      });
    },
    hold,
    async letGo(pool) {
      if (held.delete(pool)) await lifeline.run((line) => line.query(GIVE_BACK, [PRESENT, pool]));
    },
    async stop() {
      held.clear();
      await lifeline.stop();
    },
  };
}

const TAKE = 'select pg_advisory_lock_shared($1, hashtext($2))';
const GIVE_BACK = 'select pg_advisory_unlock_shared($1, hashtext($2))';

const ALONE = `
  select not exists (
    select from pg_locks where locktype = 'advisory' and classid = $1 and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())) alone`;

/** Pools that have jobs or queues locked and are not there. Two who try the same one at once: one of them sees it later. */
const ABSENT = `
  select pool from (
    select locked_by pool from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ) found
  where pool <> all($2::text[]) and pg_try_advisory_xact_lock($1, hashtext(pool))`;

/** Only while they are still absent: one that came back meanwhile keeps its jobs. */
const UNLOCK = `
  select graphile_worker.force_unlock_workers(array(
    select pool from unnest($2::text[]) pool where pg_try_advisory_xact_lock($1, hashtext(pool))))`;
