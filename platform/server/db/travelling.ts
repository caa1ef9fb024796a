import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { askTogether, type Statement } from './together.ts';

/** Makes the rest of a transaction one of a tenant. */
export const BECOME_TENANT = `select set_config('role', 'openseat_app', true), set_config('app.tenant', $1, true)`;

/** What opens a transaction and is answered by nothing worth waiting for. */
const OPENINGS = new Set(['begin', BECOME_TENANT]);

/**
 * The pool as transactions use it: what opens one waits here and travels with its first statement, one journey instead of
 * three. A transaction that asks nothing is never begun.
 */
export function travellingPool(pool: pg.Pool): PostgresPool {
  const travellers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = travellers.get(client);
      if (known) return known;
      const traveller = travellerOf(client);
      travellers.set(client, traveller);
      return traveller;
    },
    end: () => pool.end(),
  };
}

function travellerOf(client: pg.PoolClient): PostgresPoolClient {
  let waiting: Statement[] = [];

  async function query(text: string, values: readonly unknown[]) {
    if (OPENINGS.has(text)) {
      waiting.push({ text, values, kept: true });
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    if (waiting.length === 0) return client.query(text, [...values]);
    const first = waiting;
    waiting = [];
    // Nothing was asked: there is nothing to end.
    if (text === 'commit' || text === 'rollback') return { command: text.toUpperCase(), rowCount: 0, rows: [] };
    // Several statements in one text: only the simple protocol takes them.
    if (values.length === 0 && text.includes(';')) {
      await askTogether(client, first);
      return client.query(text);
    }
    const { rows, command, count } = (await askTogether(client, [...first, { text, values }])).at(-1)!;
    return { command, rowCount: count, rows };
  }

  return {
    query: query as PostgresPoolClient['query'],
    release(destroy) {
      waiting = [];
      client.release(destroy);
    },
  };
}
