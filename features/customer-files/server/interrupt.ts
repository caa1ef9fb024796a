import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';

const AGAIN_MS = 200;

/** Lets long statements of a transaction be broken off by a signal. Call `watch` inside the transaction, and `release` when it is over. */
export function interruptible(db: Db, signal: AbortSignal): { watch(tx: Tx): Promise<void>; release(): void } {
  let pid: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  const strike = (): void => {
    // Between two statements there is nothing to break off yet.
    if (pid !== null) void db.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
  };
  const begin = (): void => {
    strike();
    timer ??= setInterval(strike, AGAIN_MS);
  };
  signal.addEventListener('abort', begin);
  return {
    async watch(tx) {
      signal.throwIfAborted();
      pid = (await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as())).rows[0]!.pid;
    },
    release() {
      pid = null;
      signal.removeEventListener('abort', begin);
      if (timer) clearInterval(timer);
    },
  };
}
