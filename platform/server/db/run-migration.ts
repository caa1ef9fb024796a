import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { hashOf, runsOnline, type SchemaFile } from './schema-files.ts';

/**
 * A change of a table waits for whoever uses it, and everybody who comes later waits behind the change. So it gives up after this long, lets
 * them pass, and comes again.
 */
const LOCK_PATIENCE_MS = 2_000;
const BETWEEN_TRIES_MS = 500;
const TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs one migration while the version before works, and remembers that it ran. */
export async function runMigration(client: pg.Client, migration: SchemaFile): Promise<void> {
  const { name } = migration;
  try {
    if (runsOnline(name)) await runOnline(client, migration);
    else await withPatience(() => runWhole(client, migration));
  } catch (thrown) {
    throw new Error(`migration ${name} failed: ${(thrown as Error).message}`, { cause: thrown });
  }
}

async function runWhole(client: pg.Client, migration: SchemaFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
    await client.query(migration.sql);
    await remember(client, migration);
    await client.query('commit');
  } catch (thrown) {
    await client.query('rollback').catch(() => {});
    throw thrown;
  }
}

/** What broke off left an index that is kept up and never used: it is taken away and built anew. */
async function runOnline(client: pg.Client, migration: SchemaFile): Promise<void> {
  for (const statement of onlineStatements(migration.sql)) {
    const [, index] = BUILDS_INDEX.exec(statement) ?? [];
    if (index && (await isBroken(client, index))) await client.query(`drop index concurrently if exists ${index}`);
    await client.query(statement);
  }
  await client.query('begin');
  await remember(client, migration);
  await client.query('commit');
}

const BUILDS_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z0-9_]+)\s/i;

/** Statements of a file that holds no bodies of functions: each ends with a semicolon. */
const onlineStatements = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

async function isBroken(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query<{ broken: boolean }>(
    'select not indisvalid broken from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.broken ?? false;
}

async function remember(client: pg.Client, migration: SchemaFile): Promise<void> {
  await client.query('insert into schema_migration (name, hash) values ($1, $2)', [migration.name, hashOf(migration)]);
  // It may have dropped or rewritten functions: all of them are applied again.
  await client.query('delete from schema_function');
}

async function withPatience(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      return await work();
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== LOCK_NOT_AVAILABLE || tried === TRIES) throw thrown;
      await pause(BETWEEN_TRIES_MS);
    }
}
