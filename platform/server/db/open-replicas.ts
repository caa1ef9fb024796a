import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { readAddress, type DatabaseHost } from '#core/database/database-address.ts';
import { logBytes, readPlace, type LogPosition } from '#core/database/read-place.ts';
import { inTime } from '../in-time.ts';
import { watchDatabase } from './database-watchdog.ts';
import { isUnavailable } from './db.ts';
import { pipelinedPool } from './pipelined-pool.ts';
import type { Replica, Replicas, ReplicaStanding, ReplicaState } from './replicas.ts';

/** So long one is left alone that was away, was behind or took a read back, or took back one that had begun to answer. */
const AWAY_MS = 10_000;
const BEHIND_MS = 2_000;
const TOOK_BACK_LONG_MS = 600_000;
const LOOK_EVERY_MS = 5;
const STANDING_WITHIN_MS = 1_000;
/** What a copy says when applying the log took away rows that somebody read. */
const TAKEN_BACK = new Set(['40001', '40P01']);
/** Too slow here is too slow there. */
const TIMED_OUT = '57014';

interface ReplicaParts {
  url: string | null;
  /** Of the database itself. */
  primary: pg.Pool;
  options: pg.PoolConfig;
  report(problem: unknown): void;
}

interface Copy extends Replica {
  name: string;
  /** By the clock that never steps. */
  leftAloneUntilMs: number;
  noLongReadsUntilMs: number;
}

/** The copies at this address; without one there are none. */
export function openReplicas({ url, primary, options, report }: ReplicaParts): Replicas {
  const copies = (url === null ? [] : (readAddress(url)?.hosts ?? [])).map((host) => openCopy(host, options, report));
  const reads = { replica: 0, primary: 0 };
  let turn = 0;

  async function isUpToDate(copy: Copy, wanted: LogPosition): Promise<boolean> {
    const beganMs = performance.now();
    for (;;) {
      const { reached } = await reachedBy(copy.pool);
      const place = readPlace({ wanted, reached, waitedMs: performance.now() - beganMs });
      if (place === 'replica') return true;
      if (place === 'primary') {
        copy.leftAloneUntilMs = performance.now() + BEHIND_MS;
        return false;
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  async function find(isLong: boolean): Promise<Copy | null> {
    turn += 1;
    const nowMs = performance.now();
    const usable = copies.filter(
      ({ leftAloneUntilMs, noLongReadsUntilMs }) =>
        leftAloneUntilMs <= nowMs && !(isLong && noLongReadsUntilMs > nowMs),
    );
    if (usable.length === 0) return null;
    const wanted = await writtenBy(primary);
    for (let at = 0; at < usable.length; at += 1) {
      const copy = usable[(turn + at) % usable.length]!;
      try {
        if (await copy.during(() => isUpToDate(copy, wanted))) return copy;
      } catch (problem) {
        // The question was ours: whatever is wrong there (an account it refuses, a certificate that ran out),
        // nobody's read fails by it.
        if (!copy.failed(problem)) copy.leftAloneUntilMs = performance.now() + AWAY_MS;
        report(problem);
      }
    }
    return null;
  }

  return {
    async choose(isLong = false) {
      if (copies.length === 0) return null;
      const found = await find(isLong);
      reads[found ? 'replica' : 'primary'] += 1;
      return found;
    },
    async standing() {
      if (copies.length === 0) return [];
      const written = await inTime(writtenBy(primary), STANDING_WITHIN_MS);
      return Promise.all(copies.map((copy) => standingOf(copy, written?.value ?? null)));
    },
    reads: () => ({ ...reads }),
    async close() {
      await Promise.all(copies.map(({ kysely }) => kysely.destroy()));
    },
  };
}

function openCopy(host: DatabaseHost, options: pg.PoolConfig, report: (problem: unknown) => void): Copy {
  const pool = new pg.Pool({ ...options, connectionString: host.url, connectionTimeoutMillis: 2_000 });
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', () => {}));
  const { during } = watchDatabase(pool, { current: () => host, lost: () => {} }, report);
  const copy: Copy = {
    name: host.name,
    leftAloneUntilMs: 0,
    noLongReadsUntilMs: 0,
    pool,
    kysely: new Kysely<never>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool) }) }),
    during,
    failed(problem, isBegun = false) {
      const { code } = problem as { code?: string };
      const isTakenBack = TAKEN_BACK.has(code ?? '');
      if (code === TIMED_OUT || !(isUnavailable(problem) || isTakenBack)) return false;
      const nowMs = performance.now();
      copy.leftAloneUntilMs = nowMs + (isTakenBack ? BEHIND_MS : AWAY_MS);
      if (isBegun) copy.noLongReadsUntilMs = nowMs + TOOK_BACK_LONG_MS;
      return true;
    },
  };
  return copy;
}

/** Whatever was acknowledged lies before it; what is not flushed is acknowledged only where that was wished. */
const WRITTEN = `
  select at::text, substr(pg_walfile_name(at), 1, 8) timeline, (select system_identifier::text from pg_control_system()) cluster
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end at) log`;

/** How far the log of the primary goes. */
async function writtenBy(pool: pg.Pool): Promise<LogPosition> {
  const { rows } = await pool.query<{ at: string; timeline: string; cluster: string }>(WRITTEN);
  const { at, timeline, cluster } = rows[0]!;
  return { bytes: logBytes(at), timeline: Number.parseInt(timeline, 16), cluster };
}

/**
 * A timeline it came to is certain once it stands in the files; until then, some minutes after a promotion, the copy is taken for one
 * of the timeline before.
 */
const REACHED = `
  select pg_is_in_recovery() "isFollowing", coalesce(pg_last_wal_replay_lsn(), '0/0')::text at,
    greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())) timeline,
    (select system_identifier::text from pg_control_system()) cluster,
    extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 age`;

async function reachedBy(pool: pg.Pool): Promise<{ reached: LogPosition | null; ageSec: number | null }> {
  const { rows } = await pool.query<{
    isFollowing: boolean;
    at: string;
    timeline: number;
    cluster: string;
    age: number | null;
  }>(REACHED);
  const { isFollowing, at, timeline, cluster, age } = rows[0]!;
  return { reached: isFollowing ? { bytes: logBytes(at), timeline, cluster } : null, ageSec: age };
}

async function standingOf({ name, pool, during }: Copy, written: LogPosition | null): Promise<ReplicaStanding> {
  // One that keeps its connections and answers nothing would keep one more with every question.
  const found = (
    await inTime(
      during(() => reachedBy(pool)),
      STANDING_WITHIN_MS,
    )
  )?.value;
  const say = (state: ReplicaState, behindBytes: number | null = null, behindSec: number | null = null) => ({
    name,
    state,
    behindBytes,
    behindSec,
  });
  if (!found) return say('away');
  if (!written || found.reached?.timeline !== written.timeline || found.reached.cluster !== written.cluster)
    return say('unknown');
  const behind = Math.max(0, written.bytes - found.reached.bytes);
  const place = readPlace({ wanted: written, reached: found.reached, waitedMs: 0 });
  return say(place === 'primary' ? 'behind' : 'following', behind, behind === 0 ? 0 : found.ageSec);
}
