import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { POOL_MOST } from '#core/database/connection-room.ts';
import { Failure } from '#shared/errors.ts';
import { DatabaseClient } from './database-client.ts';
import { isDiskFull, isUnavailable, type Db, type DbOptions, type Push, type TenantTx, type Tx } from './db.ts';
import { noSecretKeys } from '../secrets/secret-keys.ts';
import { openListener } from './open-listener.ts';
import { watchDatabase } from './database-watchdog.ts';
import type { DatabaseHosts } from './hosts.ts';
import { hostsOf } from './open-hosts.ts';
import { openJourneys, outboxRows } from './open-journeys.ts';
import { openReadsAside } from './open-reads-aside.ts';
import { openReplicas } from './open-replicas.ts';
import { addJobs, openAnnouncements, type Pending } from './announcements.ts';
import { BECOME_TENANT, PUT_OUT, pipelinedPool } from './pipelined-pool.ts';

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

const optionsOf = (max: number): pg.PoolConfig => ({
  max,
  application_name: 'openseat',
  connectionTimeoutMillis: 5_000,
  // A lost transaction must not hold its locks for ever.
  idle_in_transaction_session_timeout: 30_000,
  statement_timeout: 30_000,
  // A machine that vanished in the middle of a transaction holds its locks no longer than a minute.
  options: '-c timezone=UTC -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
});

export function openDb({ url, readUrl = null, max = POOL_MOST, report, keys = noSecretKeys }: DbOptions): Db {
  const hosts = hostsOf(url);
  const pool = new pg.Pool({ ...optionsOf(max), Client: DatabaseClient as never, connectionString: url });
  // Without a listener an idle connection that dies would end the process.
  pool.on('error', report);
  // The statement that was running tells its caller; the event itself needs no second telling.
  pool.on('connect', (client) => client.on('error', () => {}));
  const silence = watchDatabase(pool, hosts, report);
  const guarded = <T>(work: () => Promise<T>): Promise<T> => withNamedFailure(hosts, () => silence.during(work));
  const unmoved = hosts.onMove(({ name }) => report(new Error(`the database is written at ${name} from now on`)));
  const replicas = openReplicas({ url: readUrl, primary: pool, options: optionsOf(max), report });
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

  async function readNumbers(query: RawBuilder<unknown>, kept: boolean, isOne: (value: unknown) => boolean) {
    const { sql: text, parameters } = query.compile(kysely);
    const name = kept ? { name: nameOf(text) } : {};
    const { rows } = await guarded(() =>
      pool.query<unknown[]>({ ...name, text, values: [...parameters], rowMode: 'array' }),
    );
    if (rows.some((row) => row.some((value) => value !== null && !isOne(value))))
      throw new Error('Only numbers may be read beside row-level security');
    return rows;
  }

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
    ...openJourneys({ pool, kysely, guarded }),
    ...openReadsAside({ pool, kysely, guarded, replicas }),
    numbers: async (_why, query, { kept = false } = {}) =>
      (await readNumbers(query, kept, (value) => typeof value === 'number')) as number[][],
    numberLists: async (_why, query) =>
      (await readNumbers(query, false, (value) => typeof value === 'number' || isNumberList(value))) as (
        | number
        | string
        | null
      )[][],
    listen: listener.listen,
    subscribe: announcements.subscribe,
    async ping() {
      await pool.query('select 1');
    },
    standing: async () => ({
      hosts: hosts.all.map(({ name }) => name),
      primary: hosts.current()?.name ?? null,
      moves: hosts.moves(),
      replicas: await replicas.standing(),
      reads: replicas.reads(),
      pool: { used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, most: max },
    }),
    async close() {
      unmoved();
      await listener.close();
      await replicas.close();
      await kysely.destroy();
    },
  };
}

const isNumberList = (value: unknown): boolean => typeof value === 'string' && /^\{[\d,]*\}$/.test(value);

/** The same text has the same name on every connection. */
const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

const putOut = (trx: Transaction<never>, pushes: readonly Push[]): Promise<unknown> =>
  trx.executeQuery(CompiledQuery.raw(PUT_OUT, [outboxRows(pushes)]));

/** What a read says that writes, and what everything says that writes on a host which takes no writes any more. */
const READ_ONLY = '25006';

/** A database that is away is a failure people can be told about, not a bug. */
async function withNamedFailure<T>(hosts: DatabaseHosts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    const isRefused = (thrown as { code?: string }).code === READ_ONLY && !(await hosts.takesWrites());
    if (!isRefused && !isUnavailable(thrown)) throw thrown;
    throw new Failure(isDiskFull(thrown) ? 'storageFull' : 'unavailable');
  }
}
