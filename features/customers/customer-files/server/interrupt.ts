import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';

const AGAIN_MS = 200;

/** Lets long statements of a transaction be broken off by a signal. Call `watch` inside the transaction, and `release` when it is over. */
export function interruptible(db: Db, signal: AbortSignal): { watch(tx: Tx): Promise<void>; release(): void } {
  let target: { pid: number; since: string } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const strike = (): void => {
    // This transaction alone: the next one on the same connection is somebody else's.
    if (target)
      void db.pool
        .query('select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and xact_start = $2::timestamptz', [
          target.pid,
          target.since,
        ])
        .catch(() => {});
  };
  const begin = (): void => {
    strike();
    // Between two statements there is nothing to break off yet.
    timer ??= setInterval(strike, AGAIN_MS);
  };
  signal.addEventListener('abort', begin);
  return {
    async watch(tx) {
      signal.throwIfAborted();
      target = (
        await sql<{ pid: number; since: string }>`select pg_backend_pid() pid, now()::text since`.execute(tx.as())
      ).rows[0]!;
    },
    release() {
      target = null;
      signal.removeEventListener('abort', begin);
      if (timer) clearInterval(timer);
    },
  };
}
