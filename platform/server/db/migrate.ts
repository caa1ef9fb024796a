import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Logger, runMigrations } from 'graphile-worker';
import { applyFunctions } from './apply-functions.ts';
import { DatabaseClient } from './database-client.ts';
import { runMigration } from './run-migration.ts';
import { databaseFunctions, hashOf, isContract, migrations } from './schema-files.ts';

/** One number for the whole product: whoever holds it may change tables. */
const MIGRATION_LOCK = 7_305_410;
const ASK_AGAIN_MS = 100;

const quiet = new Logger(() => () => {});

/**
 * Brings the database up to date. Forward only; several processes may call it at once,
 * one works and the others wait. A migration that changed after it ran is refused.
 *
 * Functions follow the migrations. A process that is older than the database, because it does not know all that ran there,
 * leaves them alone: they fit the tables as they are. It refuses a database from which something was taken that it may still read.
 *
 * What takes something away (`isContract`) waits until it is asked for (`finish`): until then the version before runs beside this one, and
 * can follow it again. A new database has nothing to wait for.
 */
export async function migrate(
  databaseUrl: string,
  wanted = migrations(),
  functions = databaseFunctions(),
  { finish = false }: { finish?: boolean } = {},
): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'openseat-migrate' });
  // A line that is cut fails the query that runs; it must not end the process besides.
  client.on('error', () => {});
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(
      'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    await client.query('create table if not exists schema_function (name text primary key, hash text not null)');
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const known = new Set(wanted.map(({ name }) => name));
    const unreadable = rows.filter(({ name }) => isContract(name) && !known.has(name));
    if (unreadable.length > 0) throw new SchemaTooNew(unreadable.map(({ name }) => name));
    await migrateJobs(databaseUrl);
    const done: string[] = [];
    for (const migration of wanted) {
      const before = applied.get(migration.name);
      if (before === hashOf(migration)) continue;
      if (!before && isContract(migration.name) && !finish && rows.length > 0) continue;
      if (before) throw new Error(`migration ${migration.name} changed after it ran; write a new one instead`);
      await runMigration(client, migration);
      done.push(migration.name);
    }
    if (rows.every(({ name }) => known.has(name))) await applyFunctions(client, functions);
    return done;
  } finally {
    await client.end();
  }
}

/** A newer version finished its upgrade here. */
export class SchemaTooNew extends Error {
  constructor(names: readonly string[]) {
    super(
      `the database belongs to a newer version, which finished its upgrade and took away what this one reads (${names.join(', ')}). Start the newer version, or restore a backup from before.`,
    );
  }
}

/** Asked for again and again: whoever waits for a lock within a statement would be waited for by an index that is built beside the work. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) taken', [MIGRATION_LOCK]);
    if (rows[0]!.taken) return;
    await pause(ASK_AGAIN_MS);
  }
}

/** The tables of the job queue, which bring their own migrations. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({
    Client: DatabaseClient as never,
    connectionString: databaseUrl,
    max: 2,
    application_name: 'openseat-migrate',
  });
  // A line that is cut while the pool closes must not end the process.
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool, logger: quiet });
  } finally {
    await pgPool.end();
  }
}
