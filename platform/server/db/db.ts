import { createHash, randomUUID } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { Failure } from '#shared/errors.ts';
import { copyOut, withLiterals } from './copy-out.ts';
import { openListener } from './listener.ts';
import { watchForSilence } from './silence.ts';
import { askTogether } from './together.ts';
import { BECOME_TENANT, PUT_OUT, travellingPool } from './travelling.ts';

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

/** What a transaction tells browsers once it has committed. */
export interface Push {
  /** `<feature>.<event>`, as the feature's contract declares it. */
  kind: string;
  body: unknown;
  /** One person, or everybody in the tenant. */
  to?: { userId: number };
  /** Only people who hold this function key. */
  access?: string;
}

export interface JobRequest {
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** A second job with the same key replaces the first while it waits. */
  key?: string;
  afterMs?: number;
}

/** One transaction. What it enqueues, announces and pushes happens if and only if it commits. */
export interface Tx {
  /** The same transaction, typed with the tables a feature knows. */
  as<Tables>(): Transaction<Tables>;
  enqueue(task: string, payload: object, request?: JobRequest): Promise<void>;
  /** Tells other features: every subscriber of `event` gets a job of its own, with the payload and an `announcementId` by which it knows this one again. */
  announce(event: string, payload: object): Promise<void>;
  /** For what this process remembers; other processes are told by the database. */
  afterCommit(act: () => void): void;
}

/** A transaction that sees one tenant. */
export interface TenantTx extends Tx {
  tenantId: number;
  push(push: Push): Promise<void>;
}

/** On whose behalf a transaction runs. */
export interface OnBehalf {
  tenantId: number;
  /** Written into the same transaction, before it commits. See `http/operation.ts`. */
  operation?: { writeInto(tx: TenantTx): Promise<void> } | undefined;
}

export interface Db {
  /** Runs `work` in one transaction that sees only this tenant. */
  tenant<T>(who: OnBehalf, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /**
   * Reads of one tenant that need nothing of each other, in one journey to the database: seen as `tenant` sees, and unable to
   * write. Each is parsed once per connection, so that only values may differ between two calls, never the text.
   */
  read<Rows extends object[]>(
    who: { tenantId: number },
    queries: { [Place in keyof Rows]: RawBuilder<Rows[Place]> },
  ): Promise<{ [Place in keyof Rows]: Rows[Place][] }>;
  /** Sees every tenant: sign-in, jobs, the seed. `why` is for the reader. */
  everyTenant<T>(why: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Numbers (ids, counts) by one statement that is not slowed by row-level security: it forbids indexes on anything that
   * is not leakproof, such as a search by trigrams or in arrays. The statement names the tenant itself, and what its
   * numbers stand for is read again by `tenant`, so that a wrong statement finds nothing of others. `kept` is for what is
   * asked all the time in few texts and has one good plan whatever its values are.
   */
  numbers(why: string, query: RawBuilder<unknown>, options?: { kept?: boolean }): Promise<number[][]>;
  /**
   * Everything a query finds in this tenant, however much, as it is at one moment: pieces of the text COPY writes, made of
   * whole lines. Uses little memory; a reader that gives up ends it.
   */
  copyOut(who: { tenantId: number }, query: RawBuilder<unknown>): AsyncGenerator<Buffer>;
  /** Calls back on every NOTIFY of a channel, also after the connection was lost and found again. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => void>;
  /** Which tasks want to hear of an event; set once when the server is built. */
  subscribe(event: string, task: string): void;
  ping(): Promise<void>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DbOptions {
  url: string;
  /** Connections of this process. */
  max?: number;
  report: (problem: unknown) => void;
}

export function openDb({ url, max = 20, report }: DbOptions): Db {
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
  const silence = watchForSilence(pool, url, report);
  const guarded = <T>(work: () => Promise<T>): Promise<T> => told(() => silence.during(work));
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool: travellingPool(pool) }) });
  const subscribers = new Map<string, string[]>();
  const listener = openListener(url, report);

  const txOf = (trx: Transaction<never>, committed: (() => void)[]): Tx => ({
    afterCommit: (act) => void committed.push(act),
    as: <Tables>() => trx as unknown as Transaction<Tables>,
    async enqueue(task, payload, { queue, key, afterMs } = {}) {
      const runAt = afterMs === undefined ? null : sql`now() + ${afterMs} * interval '1 ms'`;
      await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${queue ?? null}, ${key ?? null}, ${runAt})`.execute(
        trx,
      );
    },
    async announce(event, payload) {
      const tasks = subscribers.get(event) ?? [];
      if (tasks.length === 0) return;
      const announced = { ...payload, announcementId: randomUUID() };
      for (const task of tasks) await this.enqueue(task, announced);
    },
  });

  async function transaction<T>(work: (trx: Transaction<never>, committed: (() => void)[]) => Promise<T>): Promise<T> {
    const committed: (() => void)[] = [];
    const result = await guarded(() => kysely.transaction().execute((trx) => work(trx, committed)));
    for (const act of committed) act();
    return result;
  }

  async function* copyOf({ tenantId }: { tenantId: number }, query: RawBuilder<unknown>): AsyncGenerator<Buffer> {
    const { sql: text, parameters } = query.compile(kysely);
    const client = await guarded(() => pool.connect());
    let isOver = false;
    try {
      await guarded(() => client.query('begin isolation level repeatable read read only'));
      // A million rows take as long as they take.
      await guarded(() =>
        client.query(
          "select set_config('role', 'openseat_app', true), set_config('app.tenant', $1, true), set_config('statement_timeout', '0', true)",
          [String(tenantId)],
        ),
      );
      const pieces = copyOut(client, withLiterals(text, parameters));
      for (;;) {
        const { done, value } = await guarded(() => pieces.next());
        if (done) break;
        yield value;
      }
      await guarded(() => client.query('commit'));
      isOver = true;
    } finally {
      // Given up half-way: the connection still sends, so it cannot serve anybody else.
      client.release(!isOver);
    }
  }

  return {
    pool,
    tenant: (who, work) =>
      transaction(async (trx, committed) => {
        await trx.executeQuery(CompiledQuery.raw(BECOME_TENANT, [String(who.tenantId)]));
        const pushes: Push[] = [];
        const tx: TenantTx = {
          ...txOf(trx, committed),
          tenantId: who.tenantId,
          push: async (push) => void pushes.push(push),
        };
        const result = await work(tx);
        await who.operation?.writeInto(tx);
        // Last of all: two transactions that touched the same row then stand in the outbox in the order they committed.
        if (pushes.length > 0) await putOut(trx, pushes);
        return result;
      }),
    everyTenant: (_why, work) => transaction((trx, committed) => work(txOf(trx, committed))),
    read: (who, queries) =>
      guarded(() =>
        withClient(pool, async (client) => {
          const asked = queries.map((query) => {
            const { sql: text, parameters: values } = query.compile(kysely);
            return { text, values, kept: true };
          });
          const [, ...answers] = await askTogether(client, [
            { text: BECOME_READER, values: [String(who.tenantId)], kept: true },
            ...asked,
          ]);
          return answers.map(({ rows }) => rows) as never;
        }),
      ),
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
    copyOut: copyOf,
    listen: listener.listen,
    subscribe(event, task) {
      subscribers.set(event, [...(subscribers.get(event) ?? []), task]);
    },
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      await listener.close();
      await kysely.destroy();
    },
  };
}

/** As `BECOME_TENANT`, and nothing can be written any more. */
const BECOME_READER = `${BECOME_TENANT}, set_config('transaction_read_only', 'on', true)`;

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

async function putOut(trx: Transaction<never>, pushes: readonly Push[]): Promise<void> {
  const rows = pushes.map(({ kind, body, to, access }) => ({
    kind,
    body,
    user_id: to?.userId ?? null,
    access: access ?? null,
  }));
  await trx.executeQuery(CompiledQuery.raw(PUT_OUT, [JSON.stringify(rows)]));
}

/** A database that is away is a failure people can be told about, not a bug. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Failure) && isUnavailable(thrown)) throw new Failure('unavailable');
    throw thrown;
  }
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
]);

export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof Failure) return thrown.name === 'unavailable';
  if (!(thrown instanceof Error)) return false;
  const code = (thrown as { code?: string }).code;
  if (code) return AWAY.has(code);
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    thrown.message,
  );
}

/** True for a unique index that refused a row: the caller turns it into its own failure. */
export const isDuplicate = (thrown: unknown, constraint?: string): boolean =>
  (thrown as { code?: string }).code === '23505' &&
  (!constraint || (thrown as { constraint?: string }).constraint === constraint);

/** True for a row that names something which went away meanwhile. */
export const namesNothing = (thrown: unknown): boolean => (thrown as { code?: string }).code === '23503';
