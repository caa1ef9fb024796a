import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '#test/test-db.ts';
import { migrate } from './migrate.ts';
import { migrations } from './schema-files.ts';

let opened: TestDb;
let other: pg.Client;
beforeAll(async () => {
  opened = await testDb();
  other = new pg.Client({ connectionString: opened.url });
  await other.connect();
  await other.query('create table parcel (id int, weight int)');
  await other.query('insert into parcel select n, n % 7 from generate_series(1, 1000) n');
});
afterAll(async () => {
  await other.end();
  await opened.close();
});

const online = {
  name: 'demo/2099-01-01-01-online-parcel.sql',
  sql: `-- By weight.
    create index concurrently if not exists parcel_weight on parcel (weight);
    create unique index concurrently if not exists parcel_id on parcel (id);`,
};

const stateOf = async (index: string): Promise<string> => {
  const { rows } = await opened.db.pool.query<{ valid: boolean }>(
    'select indisvalid valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0] ? (rows[0].valid ? 'whole' : 'broken') : 'none';
};

test('an index is built while others write; one that broke off is built anew, and both are remembered as done', async () => {
  // Two of the same: the unique index breaks off and stays behind, broken.
  await other.query('insert into parcel values (1, 1)');
  await expect(migrate(opened.url, [...migrations(), online])).rejects.toThrow(
    /online-parcel.*duplicate|could not create/,
  );
  expect([await stateOf('parcel_weight'), await stateOf('parcel_id')]).toEqual(['whole', 'broken']);
  await other.query('delete from parcel where ctid = (select max(ctid) from parcel where id = 1)');
  // Two processes start at once: neither waits for the other within a statement, which building an index would wait for in turn.
  const done = await Promise.all([
    migrate(opened.url, [...migrations(), online]),
    migrate(opened.url, [...migrations(), online]),
  ]);
  expect(done.flat()).toEqual([online.name]);
  expect(await stateOf('parcel_id')).toBe('whole');
});

test('a change that has to wait for somebody lets others pass meanwhile, and comes again', async () => {
  const change = { name: 'demo/2099-01-01-02-parcel-size.sql', sql: 'alter table parcel add column size int' };
  await other.query('begin');
  await other.query('select count(*) from parcel');
  const running = migrate(opened.url, [...migrations(), online, change]);
  await expect.poll(() => waiters(), { timeout: 10_000 }).toBe(1);
  // Behind a change that waits for ever nobody would get through.
  await opened.db.pool.query('select count(*) from parcel');
  expect(await hasSize()).toBe(false);
  await other.query('commit');
  expect(await running).toEqual([change.name]);
  expect(await hasSize()).toBe(true);
});

async function waiters(): Promise<number> {
  const { rows } = await opened.db.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where application_name = 'openseat-migrate' and wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]!.count;
}

async function hasSize(): Promise<boolean> {
  const { rows } = await opened.db.pool.query(
    `select 1 from information_schema.columns where table_name = 'parcel' and column_name = 'size'`,
  );
  return rows.length > 0;
}
