import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDb } from '#platform/server/db/open-db.ts';
import { aMember, anOperator, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { testServer } from '#test/test-server.ts';
import { databaseHealthApi, type DatabaseReport } from '../contract.ts';
import { readDatabase } from './read-database.ts';

const { db, url, close } = await testDb();
const server = await testServer({ db });
const operator = await anOperator(db);
afterAll(async () => {
  await server.close();
  await close();
});

const health = async (): Promise<DatabaseReport> =>
  (await server.ask<DatabaseReport>('GET', databaseHealthApi.health.path, { token: operator.token })).data!;
const kinds = async (): Promise<string[]> =>
  (await health()).findings.map(({ kind, about }) => `${kind} ${about}`.trim());

test('an operator sees how the database is, and nobody else does', async () => {
  const member = await aMember(db, await aTenant(db), { isOwner: true });
  expect(await server.ask('GET', databaseHealthApi.health.path, { token: member.token })).not.toMatchObject({
    code: 0,
  });
  const seen = await health();
  expect(seen.connections.used).toBeGreaterThan(0);
  expect(seen.connections.most).toBeGreaterThan(seen.connections.used);
  expect(seen.version).toMatch(/^\d+/);
  expect(seen.bytes).toBeGreaterThan(1_000_000);
  expect(seen.seesAll).toBe(true);
  expect(seen.tables.find(({ name }) => name === 'call_record')).toMatchObject({ grows: true, standing: 'good' });
  expect(seen.tables.find(({ name }) => name === 'tenant')).toMatchObject({ grows: false });
  expect(seen.tables.map(({ name }) => name)).toContain('graphile_worker._private_jobs');
});

test('an index that broke off, dead rows and a transaction somebody left open are found', async () => {
  await db.pool.query('create table heap (id int); insert into heap select * from generate_series(1, 120000)');
  await db.pool.query('insert into heap values (1)');
  await db.pool.query('create unique index concurrently heap_once on heap (id)').catch(() => {});
  await db.pool.query('delete from heap where id > 60000');
  await expect
    .poll(kinds, { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['invalidIndex heap_once', 'deadRows heap']));
  const broken = (await health()).findings.find(({ kind }) => kind === 'invalidIndex');
  expect(broken).toMatchObject({ standing: 'act', about: 'heap_once' });
  expect((await health()).standing).toBe('act');
  // The table that is in trouble stands before all that are well.
  expect((await health()).tables[0]).toMatchObject({ name: 'heap', standing: 'look' });

  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await expect.poll(async () => (await health()).longestTransactionSeconds).toBeGreaterThan(0);
  await other.query('rollback');
});

test('a role that is no superuser reads all but what other roles do', async () => {
  const role = `plain_${process.pid}`;
  await db.pool.query(`create role ${role} login password 'plain'`);
  const plain = openDb({
    url: Object.assign(new URL(url), { username: role, password: 'plain' }).href,
    max: 1,
    report() {},
  });
  onTestFinished(async () => {
    await plain.close();
    await db.pool.query(`drop role ${role}`);
  });
  const seen = await readDatabase(plain);
  expect(seen.seesAll).toBe(false);
  expect(seen.tables.length).toBeGreaterThan(100);
  expect(seen.connections.used).toBeGreaterThan(0);
});

test('monitors are told what is found', async () => {
  const text = await server.world.metrics.registry.metrics();
  expect(text).toMatch(/^openseat_database_sessions \d+$/m);
  expect(text).toMatch(/^openseat_database_findings\{standing="act"\} \d+$/m);
  expect(text).toMatch(/^openseat_database_transaction_age \d+$/m);
  expect(text).not.toMatch(/^openseat_database_replica_lag_seconds/m);
});
