import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { sendPipeline, type Statement } from './pipeline.ts';

/** Makes the rest of a transaction one of a tenant. */
export const BECOME_TENANT = `select set_config('role', 'openseat_app', true), set_config('app.tenant', $1, true)`;

/** As `BECOME_TENANT`, and nothing can be written any more. */
export const BECOME_READER = `${BECOME_TENANT}, set_config('transaction_read_only', 'on', true)`;

/** Tells browsers what a transaction did (`functions/put-out.sql`); the last thing before it commits. */
export const PUT_OUT = 'select put_out($1::jsonb)';

const PUT_JOBS = 'select enqueue_jobs(';

/**
 * Adds the jobs a transaction announced, `[{task, payload, if}, …]`, before what it tells browsers. A job may hang on one of
 * the conditions (SQL, as the transaction sees rows), which it names by its place.
 */
export function putJobs(conditions: readonly string[]): string {
  const cases = conditions.map((condition, place) => `when '${place}' then (${condition})`).join(' ');
  return `${PUT_JOBS}coalesce(json_agg(job order by place), '[]'))
    from json_array_elements($1::json) with ordinality as listed (job, place) ${cases && `where case job->>'if' ${cases} else true end`}`;
}

/** From here to the end of the transaction nobody else has this turn (`leases/turn.ts`). */
export const TAKE_TURN = `select set_config('idle_in_transaction_session_timeout', $1, true), pg_advisory_xact_lock(hashtextextended($2, $3))`;

/** Fails where somebody has taken the lease since (`leases/open-lease.ts`); and nobody takes it before the transaction is over. */
export const HOLD_LEASE = `select set_config('idle_in_transaction_session_timeout', $1, true), hold_lease($2, $3)`;

/** Begins a statement that is asked all the time, in one text, and has one good plan whatever its values are: it is parsed once per connection. */
export const KEPT = '/* kept */';

/** Begins such a statement whose answer nobody reads: it travels with the next one, or with the commit, which fail with it. */
export const UNREAD = `${KEPT} /* unread */`;

/** What is answered by nothing worth waiting for. */
const HELD = new Set(['begin', BECOME_TENANT, BECOME_READER, TAKE_TURN, HOLD_LEASE, PUT_OUT]);
/** What is written, or told, by the end of a transaction at the latest. */
const isOwed = (text: string): boolean => text === PUT_OUT || text.startsWith(PUT_JOBS) || text.startsWith(UNREAD);
const COMMIT: Statement = { text: 'commit', values: [], kept: true };

/**
 * The pool as transactions use it: what opens one waits here and travels with its first statement, what it tells at its end
 * travels with the commit; one journey each instead of three and two. A transaction that asks nothing is never begun.
 */
export function pipelinedPool(pool: pg.Pool): PostgresPool {
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
    if (HELD.has(text) || isOwed(text)) {
      waiting.push({ text, values, kept: true });
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    const kept = text.startsWith(KEPT);
    if (waiting.length === 0 && !kept) return client.query(text, [...values]);
    const first = waiting;
    waiting = [];
    if (text === 'commit' || text === 'rollback') return end(text, first);
    // Several statements in one text: only the simple protocol takes them.
    if (values.length === 0 && text.includes(';')) {
      await sendPipeline(client, first);
      return client.query(text);
    }
    const { rows, command, count } = (await sendPipeline(client, [...first, { text, values, kept }])).at(-1)!;
    return { command, rowCount: count, rows };
  }

  async function end(text: 'commit' | 'rollback', first: Statement[]) {
    if (text === 'commit' && first.some((held) => isOwed(held.text))) await sendPipeline(client, [...first, COMMIT]);
    // Where it still waits to begin nothing was asked, and there is nothing to end.
    else if (first[0]!.text !== 'begin') await client.query(text);
    return { command: text.toUpperCase(), rowCount: 0, rows: [] };
  }

  return {
    query: query as PostgresPoolClient['query'],
    release(destroy) {
      waiting = [];
      client.release(destroy);
    },
  };
}
