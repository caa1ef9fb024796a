import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '#test/test-db.ts';
import { migrate } from './migrate.ts';
import { databaseFunctions, migrations, type SchemaFile } from './schema-files.ts';

let opened: TestDb;
let client: pg.Client;
beforeAll(async () => {
  opened = await testDb();
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const apply = (...files: SchemaFile[]) => migrate(opened.url, migrations(), files);
const file = (name: string, sql: string): SchemaFile => ({ name: `x/${name}.sql`, sql });
const gives = (name: string, value: number | string) =>
  file(name, `create or replace function ${name}() returns int language sql as 'select ${value}'`);
/** Notes that it ran; all of one transaction have one `xmin`. */
const noted = (name: string) =>
  file(name, `create table if not exists ran (file text); insert into ran values ('${name}')`);
const timesRan = async (name: string) =>
  (
    await client.query<{ times: number }>('select count(distinct xmin::text)::int times from ran where file = $1', [
      name,
    ])
  ).rows[0]!.times;
const answer = async (name: string) =>
  (await client.query<{ value: number }>(`select ${name}() as value`)).rows[0]!.value;

/** Tools of migrations: what they do to a table depends on when, so they change in a migration. */
const WITHOUT_FILE = ['make_tenant_table(regclass,text)'];

test('every function of the database has a file, and is what its file says', async () => {
  const look = () =>
    client.query<{ name: string; wrote: string }>(`
      select p.oid::regprocedure::text name, p.xmin::text wrote, p.proacl::text, p.proconfig,
        case p.prokind when 'a' then (select concat_ws(' ', aggtransfn, aggtranstype, agginitval) from pg_aggregate where aggfnoid = p.oid)
          else pg_get_functiondef(p.oid) end definition
      from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      order by 1`);
  const before = (await look()).rows;
  await client.query('delete from schema_function');
  await migrate(opened.url);
  const after = (await look()).rows;
  const without = after.filter((one, at) => one.wrote === before[at]?.wrote).map(({ name }) => name);
  expect(without).toEqual(WITHOUT_FILE);
  expect(after.map((one) => ({ ...one, wrote: '' }))).toEqual(before.map((one) => ({ ...one, wrote: '' })));
});

test('functions are applied again when one changed, and only then', async () => {
  await apply(gives('seats', 1), noted('untouched'));
  await apply(gives('seats', 1), noted('untouched'));
  expect([await answer('seats'), await timesRan('untouched')]).toEqual([1, 1]);
  await apply(gives('seats', 2), noted('untouched'));
  expect(await answer('seats')).toBe(2);
});

test('functions call each other whatever the order of their files', async () => {
  await apply(gives('alpha', 'omega() + 1'), gives('omega', 1));
  expect(await answer('alpha')).toBe(2);
});

test('a function may change what it takes: its file drops the old one first', async () => {
  await apply(gives('lines', 1));
  const wider = file(
    'lines',
    `drop function if exists lines(); create or replace function lines(more int default 1) returns bigint language sql as 'select 1::bigint + more'`,
  );
  await apply(wider);
  expect(await answer('lines')).toBe(2);
});

test('of several processes that start at once one applies the functions', async () => {
  await Promise.all([1, 2, 3].map(() => apply(noted('all-at-once'), gives('together', 3))));
  expect([await answer('together'), await timesRan('all-at-once')]).toEqual([3, 1]);
});

test('a function that fails leaves all of them as they were, and says which file it was', async () => {
  await apply(gives('bills', 1), gives('tariff', 1));
  await expect(apply(gives('bills', 2), gives('tariff', 'no_such_thing()'))).rejects.toThrow(
    /function x\/tariff.sql failed: function no_such_thing\(\) does not exist/,
  );
  expect([await answer('bills'), await answer('tariff')]).toEqual([1, 1]);
  await apply(gives('bills', 2), gives('tariff', 2));
  expect([await answer('bills'), await answer('tariff')]).toEqual([2, 2]);
});

test('a process that dies in between leaves all of them as they were, and the next one applies them', async () => {
  await apply(gives('hours', 1));
  await expect(apply(gives('hours', 2), file('dies', 'select pg_terminate_backend(pg_backend_pid())'))).rejects.toThrow(
    /x\/dies.sql failed/,
  );
  expect(await answer('hours')).toBe(1);
  await apply(gives('hours', 2));
  expect(await answer('hours')).toBe(2);
});

test('a file that is gone leaves its function, and is applied when it comes back', async () => {
  await apply(gives('kept', 1), gives('other', 1));
  await apply(gives('other', 1));
  expect(await answer('kept')).toBe(1);
  await client.query('drop function kept()');
  await apply(gives('kept', 1), gives('other', 1));
  expect(await answer('kept')).toBe(1);
});

test('what a migration did to a function is made good by its file', async () => {
  const rewrites = { name: 'x/2099-01-01-01-rewrites.sql', sql: gives('queue', 2).sql };
  await apply(gives('queue', 1));
  await migrate(opened.url, [...migrations(), rewrites], [gives('queue', 1)]);
  expect(await answer('queue')).toBe(1);
  await client.query('delete from schema_migration where name = $1', [rewrites.name]);
});

test('a process that is older than the database leaves its functions alone', async () => {
  await apply(gives('roster', 2));
  await client.query("insert into schema_migration (name, hash) values ('x/2099-01-01-02-newer.sql', '')");
  await apply(gives('roster', 1));
  expect(await answer('roster')).toBe(2);
  await client.query("delete from schema_migration where name = 'x/2099-01-01-02-newer.sql'");
});

test('no two files bear one name, and each says what it promises', () => {
  const files = databaseFunctions();
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  expect(files.filter(({ sql }) => !sql.startsWith('-- ')).map(({ name }) => name)).toEqual([]);
});
