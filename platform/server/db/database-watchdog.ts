import pg from 'pg';
import type { DatabaseHosts } from './hosts.ts';

/** A transaction that takes longer makes us ask whether the database is still there. */
const SLOW_MS = 2_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Notices a database that keeps its connections and answers nothing (a frozen machine, a network that swallows), which no
 * time limit of its own can tell of. Then every connection of the pool is cut, so that whoever waits is told at once.
 */
export function watchDatabase(
  pool: pg.Pool,
  hosts: Pick<DatabaseHosts, 'current' | 'lost'>,
  report: (problem: unknown) => void,
) {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let asking = false;

  async function ask(): Promise<void> {
    if (asking) return;
    const host = hosts.current();
    // One that is looked for is asked by whoever looks.
    if (!host) return;
    asking = true;
    try {
      if (await answers(host.url)) return;
      hosts.lost(host);
      report(new Error('the database does not answer; its connections are cut'));
      for (const client of clients) client.connection.stream.destroy();
    } finally {
      asking = false;
    }
  }

  return {
    /** Runs the work, and asks while it takes long. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      const timer = setInterval(() => void ask(), SLOW_MS);
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
  };
}

/** Any answer will do, a refusal too: only silence is silence. A connection of its own, as those of the pool may be busy rightly. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'openseat-probe' });
  client.on('error', () => {});
  const { promise: silence, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => true,
    );
  const answered = await Promise.race([asked, silence]);
  clearTimeout(timer);
  if (answered) void client.end().catch(() => {});
  else client.connection.stream.destroy();
  return answered;
}
