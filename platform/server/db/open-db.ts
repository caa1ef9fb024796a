import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { Failure } from '#shared/errors.ts';
import { copyOfTenant } from './copy-of-tenant.ts';
import { isDiskFull, isUnavailable, type Db, type DbOptions, type Push, type TenantTx, type Tx } from './db.ts';
import { inPieces } from '../in-pieces.ts';
import { isLeaseLost } from '../leases/lease.ts';
import { noSecretKeys } from '../secrets/secret-keys.ts';
import { openListener } from './open-listener.ts';
import { watchDatabase } from './database-watchdog.ts';
import { sendPipeline, type Answer, type Statement } from './pipeline.ts';
import { addJobs, openAnnouncements, type Pending } from './announcements.ts';
import { BECOME_TENANT, PUT_OUT, pipelinedPool } from './pipelined-pool.ts';
import type { Asking } from './text-once.ts';

// Numbers on the wire are numbers: identities stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
const INT8_ARRAY = 1_016;
const arrayOfTexts = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => (string | null)[];
pg.types.setTypeParser(INT8_ARRAY as never, (text: string) =>
  arrayOfTexts(text).map((item) => (item === null ? null : Number(item))),
);
// Moments leave the database as the wire carries them: `YYYY-MM-DD HH:mm:ss`, UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.slice(0, 19));

export function openDb({ url, max = 20, report, keys = noSecretKeys }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'openseat',
    connectionTimeoutMillis: 5_000,
    // A lost transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    options: '-c timezone=UTC',
  });
  // Without a listener an idle connection that dies would end the process.
  pool.on('error', report);
  // The statement that was running tells its caller; the event itself needs no second telling.
  pool.on('connect', (client) => client.on('error', () => {}));
  const silence = watchDatabase(pool, url, report);
  const guarded = <T>(work: () => Promise<T>): Promise<T> => told(() => silence.during(work));
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool) }) });
  const announcements = openAnnouncements(report);
  const listener = openListener(url, report);

  const txOf = (trx: Transaction<never>, pending: Pending): Tx => ({
    afterCommit: (act) => void pending.committed.push(act),
    as: <Tables>() => trx as unknown as Transaction<Tables>,
    async enqueue(task, payload, { queue, key, afterMs } = {}) {
      const runAt = afterMs === undefined ? null : sql`now() + ${afterMs} * interval '1 ms'`;
      await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${queue ?? null}, ${key ?? null}, ${runAt})`.execute(
        trx,
      );
    },
    announce: async (event, payload) => announcements.announce(pending, event, payload),
  });

  async function transaction<T>(work: (trx: Transaction<never>, pending: Pending) => Promise<T>): Promise<T> {
    const pending: Pending = { committed: [], jobs: [], pushes: [] };
    const result = await guarded(() =>
      kysely.transaction().execute(async (trx) => {
        const done = await work(trx, pending);
        if (pending.jobs.length > 0) await addJobs(trx, pending.jobs);
        // Last of all: two transactions that touched the same row then stand in the outbox in the order they committed.
        if (pending.pushes.length > 0) await putOut(trx, pending.pushes);
        return done;
      }),
    );
    for (const act of pending.committed) act();
    return result;
  }

  /** In one journey; outside a transaction they are one by themselves. */
  const together = (statements: readonly Statement[]): Promise<Answer[]> =>
    guarded(() => withClient(pool, (client) => sendPipeline(client, statements)));
  const asked = (queries: readonly Asking<unknown>[]): Statement[] =>
    queries.map((query) => {
      const { sql: text, parameters: values } = query.compile(kysely);
      return { text, values, kept: true };
    });

  /** Answers the rows of each statement of each item. */
  async function sendAtOnce(tenantId: number, items: readonly AtOnce[]): Promise<Rows[][]> {
    const becoming = { text: BECOME_TENANT, values: [String(tenantId)], kept: true };
    const fences = items.flatMap((item) => item.fences).filter(isFirstOfItsKind);
    const pushes = items.flatMap((item) => item.pushes);
    const told = pushes.length === 0 ? [] : [{ text: PUT_OUT, values: [outboxRows(pushes)], kept: true }];
    const answers = await together([becoming, ...fences, ...items.flatMap(({ statements }) => statements), ...told]);
    let at = 1 + fences.length;
    return items.map(({ statements }) => statements.map(() => answers[at++]!.rows));
  }
  const joined = inPieces(sendAtOnce, (problem) => isUnavailable(problem) || isLeaseLost(problem));

  return {
    keys,
    pool,
    tenant: (who, work) =>
      transaction(async (trx, pending) => {
        await trx.executeQuery(CompiledQuery.raw(BECOME_TENANT, [String(who.tenantId)]));
        const tx: TenantTx = {
          ...txOf(trx, pending),
          tenantId: who.tenantId,
          push: async (push) => void pending.pushes.push(push),
        };
        const result = await work(tx);
        await who.operation?.writeInto(tx);
        return result;
      }),
    everyTenant: (_why, work) => transaction((trx, pending) => work(txOf(trx, pending))),
    read: async (who, queries) => {
      const becoming = { text: BECOME_READER, values: [String(who.tenantId)], kept: true };
      const [, ...answers] = await together([becoming, ...asked(queries)]);
      return answers.map(({ rows }) => rows) as never;
    },
    readEvery: async (_why, query) => {
      const [, answer] = await together([{ text: READ_ONLY, values: [], kept: true }, ...asked([query])]);
      return answer!.rows as never;
    },
    readBoth: async (_why, query, who, queries) => {
      const [, every, , ...answers] = await together([
        { text: READ_ONLY, values: [], kept: true },
        ...asked([query]),
        { text: BECOME_READER, values: [String(who.tenantId)], kept: true },
        ...asked(queries),
      ]);
      return [every!.rows, ...answers.map(({ rows }) => rows)] as never;
    },
    atOnce: async ({ tenantId, fence }, queries, pushes, patienceMs) => {
      const item = { fences: fence ? asked([fence]) : [], statements: asked(queries), pushes };
      if (patienceMs !== undefined) return (await joined(tenantId, item, patienceMs)) as never;
      return (await sendAtOnce(tenantId, [item]))[0] as never;
    },
    async numbers(_why, query, { kept = false } = {}) {
      const { sql: text, parameters } = query.compile(kysely);
      const name = kept ? { name: nameOf(text) } : {};
      const { rows } = await guarded(() =>
        pool.query<number[]>({ ...name, text, values: [...parameters], rowMode: 'array' }),
      );
      if (rows.some((row) => row.some((value) => value !== null && typeof value !== 'number')))
        throw new Error('Only numbers may be read beside row-level security');
      return rows;
    },
    copyOut: (who, query) => copyOfTenant({ pool, guarded }, who, query.compile(kysely)),
    listen: listener.listen,
    subscribe: announcements.subscribe,
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      await listener.close();
      await kysely.destroy();
    },
  };
}

type Rows = Record<string, unknown>[];

/** What is sent in one journey; see `Db.atOnce`. */
interface AtOnce {
  fences: readonly Statement[];
  statements: readonly Statement[];
  pushes: readonly Push[];
}

const isFirstOfItsKind = (one: Statement, place: number, all: readonly Statement[]): boolean =>
  all.findIndex(({ text, values }) => text === one.text && values.every((value, at) => value === one.values[at])) ===
  place;

/** As `BECOME_TENANT`, and nothing can be written any more. */
const BECOME_READER = `${BECOME_TENANT}, set_config('transaction_read_only', 'on', true)`;
const READ_ONLY = `select set_config('transaction_read_only', 'on', true)`;

/** The same text has the same name on every connection. */
const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** A connection that something failed on is not used again. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (thrown) {
    client.release(true);
    throw thrown;
  }
}

const outboxRows = (pushes: readonly Push[]): string =>
  JSON.stringify(
    pushes.map(({ kind, body, to, access }) => ({
      kind,
      body,
      user_id: to?.userId ?? null,
      access: access ?? null,
    })),
  );

const putOut = (trx: Transaction<never>, pushes: readonly Push[]): Promise<unknown> =>
  trx.executeQuery(CompiledQuery.raw(PUT_OUT, [outboxRows(pushes)]));

/** A database that is away is a failure people can be told about, not a bug. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Failure || !isUnavailable(thrown)) throw thrown;
    throw new Failure(isDiskFull(thrown) ? 'storageFull' : 'unavailable');
  }
}
