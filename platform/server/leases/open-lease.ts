import { sql } from 'kysely';
import { isUnavailable, type Db } from '../db/db.ts';
import { openLifeline } from '../db/open-lifeline.ts';
import type { Log } from '../log.ts';
import { LeaseLost, type Lease, type Leases } from './lease.ts';
import { FROZEN_MS } from './turn.ts';

/** The seed of the numbers under which names are locked. */
const LEASES = 7_305_414;
/** A holder that stands still so long loses what it holds. */
const STILL_MS = 4_000;

interface Held extends Lease {
  lose(): void;
}

export function openLeases({ db, log }: { db: Db; log: Log }): Leases {
  const held = new Map<string, Held>();
  /** When we asked for the last sign of life that was answered: from then on the database waits for us. */
  let beatMs = Number.NEGATIVE_INFINITY;

  const lifeline = openLifeline(db, STILL_MS, {
    async beat(line) {
      const askedMs = performance.now();
      await line.query('select 1');
      beatMs = askedMs;
    },
    lost() {
      for (const lease of held.values()) lease.lose();
    },
    failed(problem) {
      if (!isUnavailable(problem)) log.error({ err: problem }, 'leases could not be kept');
    },
  });

  function leaseOf(name: string, epoch: number): Held {
    const listeners = new Set<() => void>();
    const isOurs = (): boolean => held.get(name) === lease;
    const lease: Held = {
      name,
      epoch,
      isHeld: () => isOurs() && performance.now() - beatMs < STILL_MS,
      onLost: (listener) => void listeners.add(listener),
      async fence(tx) {
        const { rows } = await sql<{ fenced: boolean }>`
          select set_config('idle_in_transaction_session_timeout', ${String(FROZEN_MS)}, true), fence_lease(${name}, ${epoch}) fenced`.execute(
          tx.as(),
        );
        if (!rows[0]!.fenced) throw new LeaseLost(name);
      },
      async giveBack() {
        if (!isOurs()) return;
        held.delete(name);
        await lifeline.run((line) => line.query(GIVE_BACK, [name, LEASES]));
      },
      lose() {
        held.delete(name);
        for (const listener of listeners) listener();
      },
    };
    return lease;
  }

  return {
    take: (name) =>
      lifeline.run(async (line) => {
        if (held.has(name)) return null;
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
    async stop() {
      held.clear();
      await lifeline.stop();
    },
  };
}

const TAKE = 'select pg_try_advisory_lock(hashtextextended($1, $2)) ours';
const GIVE_BACK = 'select pg_advisory_unlock(hashtextextended($1, $2))';
const NEXT_EPOCH =
  'insert into lease as had (name, epoch) values ($1, 1) on conflict (name) do update set epoch = had.epoch + 1 returning epoch';
