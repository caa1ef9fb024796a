import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { databaseFunctions, migrations } from '#platform/server/db/schema-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the test server from which others can be made and dropped. */
    databaseUrl: string;
    /** The migrated database that `testDb()` clones. */
    templateDatabase: string;
    /** Why there is no template: fails the tests that need a database, and no others. */
    databaseProblem: string;
  }
}

const root = join(import.meta.dirname, '..');
const MAX_RUNS_AT_ONCE = 20;
type Cluster = Pick<EmbeddedPostgres, 'url' | 'stop'>;

/**
 * Starts PostgreSQL once per run and leaves a migrated template in it. The cluster is kept for the next run, and
 * so is the template while no migration changed; runs at the same time get a cluster each.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Cluster | null = null;
  let template = '';
  let problem = '';
  try {
    server = await startFreeCluster();
    template = await makeTemplate(server.url);
  } catch (thrown) {
    problem = (thrown as Error).message;
  }
  project.provide('databaseUrl', server?.url ?? '');
  project.provide('templateDatabase', template);
  project.provide('databaseProblem', problem);
  return async () => server?.stop();
}

async function startFreeCluster(): Promise<Cluster> {
  for (let slot = 0; ; slot += 1) {
    try {
      return await startCluster(join(root, 'node_modules/.cache/openseat-test', String(slot)));
    } catch (thrown) {
      if ((thrown as Error).name !== 'DataFolderInUse' || slot === MAX_RUNS_AT_ONCE) throw thrown;
    }
  }
}

/** Nothing waits for the disk. A cluster that was running when the machine went down may be broken, and is made anew. */
async function startCluster(dataDir: string): Promise<Cluster> {
  const inUse = join(dataDir, 'in-use');
  const bootedMs = Date.now() - uptime() * 1_000;
  if (existsSync(inUse) && statSync(inUse).mtimeMs < bootedMs) rmSync(dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info() {}, warn() {} },
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      // Dropping a database looks through all of it.
      shared_buffers: '128MB',
    },
  });
  writeFileSync(inUse, '');
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(inUse, { force: true });
    },
  };
}

async function makeTemplate(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    // Tests survive the loss of the last transactions: this saves a disk flush for each.
    await admin.query('alter role current_user set synchronous_commit = off');
    const template = `template_${hashOfMigrations()}`;
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^(test|template|unfinished)_'",
    );
    for (const { datname } of rows)
      if (datname !== template) await admin.query(`drop database ${datname} with (force)`);
    if (!rows.some(({ datname }) => datname === template)) {
      await admin.query('create database unfinished_template');
      await migrate(databaseAt(url, 'unfinished_template'));
      await admin.query(`alter database unfinished_template rename to ${template}`);
    }
    return template;
  } finally {
    await admin.end();
  }
}

function hashOfMigrations(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const { name, sql } of [...migrations(), ...databaseFunctions()]) hash.update(name).update(sql);
  return hash.digest('hex').slice(0, 16);
}

const databaseAt = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;
