import { CompiledQuery, sql } from 'kysely';
import { isUnavailable, type Db } from '../db/db.ts';
import { openLifeline } from '../db/open-lifeline.ts';
import { HOLD_LEASE } from '../db/pipelined-pool.ts';
import { textOnce } from '../db/text-once.ts';
import type { Log } from '../log.ts';
import { LEASES_CHANNEL, type Lease, type LeaseReach, type Leases } from './lease.ts';
import { FROZEN_MS } from './turn.ts';

/** The seed of the numbers under which names are locked. */
const LEASES = 7_305_414;
/** A holder that stands still so long loses what it holds. */
const STILL_MS = 4_000;
/** When all have lost their connections, holders are so long the first to have back what they held. */
const RETURN_MS = 1_500;

interface Held extends Lease {
  lose(): void;
}

export function openLeases({ db, log }: { db: Db; log: Log }): Leases {
  const held = new Map<string, Held>();
  /** When we asked for the last sign of life that was answered: from then on the database waits for us. */
  let beatMs = Number.NEGATIVE_INFINITY;
  /** When we last lost the connection and had another. */
  let backMs = Number.NEGATIVE_INFINITY;
  let isLost = false;

  const lifeline = openLifeline(db, STILL_MS, {
    async opened() {
      if (isLost) backMs = performance.now();
      isLost = false;
    },
    async beat(line) {
      const askedMs = performance.now();
      await line.query('select 1');
      beatMs = askedMs;
    },
    lost() {
      isLost = true;
      for (const lease of held.values()) lease.lose();
    },
    failed(problem) {
      if (!isUnavailable(problem)) log.error({ err: problem }, 'leases could not be kept');
    },
  });

  function leaseOf(name: string, epoch: number): Held {
    const listeners = new Set<(stoodStill: boolean) => void>();
    const isFresh = (): boolean => performance.now() - beatMs < STILL_MS;
    const isOurs = (): boolean => held.get(name) === lease;
    const lease: Held = {
      name,
      epoch,
      isHeld: () => isOurs() && isFresh(),
      onLost: (listener) => void listeners.add(listener),
      async fence(tx) {
        await tx.as().executeQuery(CompiledQuery.raw(HOLD_LEASE, [String(FROZEN_MS), name, epoch]));
      },
      fenceStatement: () => holdLease(name, epoch),
      async announce({ address, pass }) {
        await lifeline.run((line) => line.query(ANNOUNCE, [name, epoch, address, pass, LEASES_CHANNEL]));
      },
      async giveBack() {
        if (!isOurs()) return;
        held.delete(name);
        await lifeline.run((line) => line.query(GIVE_BACK, [name, LEASES]));
      },
      lose() {
        held.delete(name);
        for (const listener of listeners) listener(!isFresh());
      },
    };
    return lease;
  }

  return {
    take: (name, { hadIt = false } = {}) =>
      lifeline.run(async (line) => {
        if (held.has(name)) return null;
        if (!hadIt && performance.now() - backMs < RETURN_MS) {
          const { rows } = await line.query<LeaseReach>(LOOK, [name]);
          if (rows[0]?.address) return null;
        }
        const askedMs = performance.now();
        const { rows: locked } = await line.query<{ ours: boolean }>(TAKE, [name, LEASES]);
        if (!locked[0]!.ours) return null;
        const { rows } = await line.query<{ epoch: number }>(NEXT_EPOCH, [name]).catch(async (problem: unknown) => {
          await line.query(GIVE_BACK, [name, LEASES]);
          throw problem;
        });
        beatMs = Math.max(beatMs, askedMs);
        const lease = leaseOf(name, rows[0]!.epoch);
        held.set(name, lease);
        return lease;
      }),
    look: (name) =>
      lifeline.run(async (line) => {
        const { rows } = await line.query<{ epoch: number } & LeaseReach>(LOOK, [name]);
        const [row] = rows;
        return row ? { epoch: row.epoch, reach: row.address ? { address: row.address, pass: row.pass } : null } : null;
      }),
    leftAlone: (prefix) =>
      lifeline.run(async (line) => {
        const { rows } = await line.query<{ name: string }>(LEFT_ALONE, [prefix, LEASES]);
        return rows.map(({ name }) => name);
      }),
    rest: (name) => lifeline.run(async (line) => void (await line.query(REST, [name, LEASES]))),
    async stop() {
      held.clear();
      await lifeline.stop();
    },
  };
}

const holdLease = textOnce((name: string, epoch: number) => sql<object>`select hold_lease(${name}, ${epoch})`);
const TAKE = 'select pg_try_advisory_lock(hashtextextended($1, $2)) ours';
const GIVE_BACK = 'select pg_advisory_unlock(hashtextextended($1, $2))';
const NEXT_EPOCH =
  'insert into lease as had (name, epoch) values ($1, 1) on conflict (name) do update set epoch = had.epoch + 1, address = null, pass = null returning epoch';
const ANNOUNCE = `
  with said as (update lease set address = $3, pass = $4 where name = $1 and epoch = $2 returning name)
  select pg_notify($5, name || ' ' || $3) from said`;
const LOOK = 'select epoch, address, pass from lease where name = $1';
/** A lock of 64 bits stands there in two halves. */
const LEFT_ALONE = `
  select name from lease where starts_with(name, $1) and address is not null and not exists (
    select from pg_locks where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended(lease.name, $2))`;
/** Somebody who took it meanwhile has it. */
const REST = `
  update lease set address = null, pass = null where name = $1 and pg_try_advisory_xact_lock(hashtextextended($1, $2))`;
