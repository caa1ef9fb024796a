import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { migrate } from '#platform/server/db/migrate.ts';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { shortLivedFolder } from '../scripts/lib/memory-folder.mjs';
import { lateDatabase } from './late-database.ts';

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

/** Starts PostgreSQL once per run and leaves a migrated template in it; nothing of it outlives the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = shortLivedFolder('openseat-test');
  let server: EmbeddedPostgres | null = null;
  let template = '';
  let problem = '';
  let address = { url: '', close() {} };
  const lateMs = Number(process.env['TEST_DATABASE_LATE_MS'] ?? 0);
  try {
    server = await startCluster(folder);
    template = await makeTemplate(server.url);
    address = lateMs > 0 ? await lateDatabase(server.url, lateMs) : { ...address, url: server.url };
  } catch (thrown) {
    problem = (thrown as Error).message;
  }
  project.provide('databaseUrl', address.url);
  project.provide('templateDatabase', template);
  project.provide('databaseProblem', problem);
  return async () => {
    address.close();
    await server?.stop();
    remove();
  };
}

/** Nothing waits for the disk, and nothing lives long enough to be tidied up behind a test's back. */
const startCluster = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir,
    log: { info() {}, warn() {} },
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      autovacuum: 'off',
      // Dropping a database looks through all of it.
      shared_buffers: '128MB',
    },
  });

async function makeTemplate(url: string): Promise<string> {
  const template = 'template_migrated';
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    // Tests survive the loss of the last transactions: this saves a disk flush for each.
    await admin.query('alter role current_user set synchronous_commit = off');
    await admin.query(`create database ${template}`);
    await migrate(databaseAt(url, template));
    return template;
  } finally {
    await admin.end();
  }
}

const databaseAt = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;
