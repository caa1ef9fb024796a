import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import type {} from './global-setup.ts';

export interface TestDb {
  db: Db;
  /** For a second process on the same database: `openDb({ url, report })`. */
  url: string;
  close(): Promise<void>;
}

/**
 * A new, empty, migrated database on a real PostgreSQL. Take one per test file and a tenant of its own per test:
 *
 *     const { db, close } = await testDb();
 *     afterAll(close);
 *
 *     test('…', async () => {
 *       const tenant = await aTenant(db);
 *       const ana = await aMember(db, tenant, { functions: ['blacklist.edit'] });
 *
 * `isBare`: nothing was migrated yet.
 */
export async function testDb({ max = 10, isBare = false }: { max?: number; isBare?: boolean } = {}): Promise<TestDb> {
  if (inject('databaseProblem')) throw new Error(`No test database: ${inject('databaseProblem')}`);
  const server = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await ask(server, copyOf(isBare ? 'template0' : inject('templateDatabase'), name));
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const db = openDb({ url, max, report: () => {} });
  return {
    db,
    url,
    async close() {
      await db.close();
      // The database may be cleaning up by itself just now: that we must not end, but a plain drop asks it to stop.
      await ask(server, `drop database if exists ${name} with (force)`).catch(async (thrown: { code?: string }) => {
        if (thrown.code !== NOT_PERMITTED) throw thrown;
        await ask(server, `drop database if exists ${name}`);
      });
    },
  };
}

const NOT_PERMITTED = '42501';

/** Copying the files of a small database costs a twentieth of writing each of its pages to the log. */
const copyOf = (template: string, name: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
