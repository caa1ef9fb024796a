import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openDb } from './open-db.ts';
import { sendPipeline } from './pipeline.ts';

let opened: TestDb;
let client: pg.Client;
beforeAll(async () => {
  opened = await testDb();
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  await client.query('create table noted (n int)');
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const noted = async (): Promise<number[]> =>
  (await client.query<{ n: number }>('select n from noted order by n')).rows.map(({ n }) => n);
const note = (n: unknown, kept = false) => ({ text: 'insert into noted select $1::int', values: [n], kept });

test('statements sent together are answered one by one, with values of every kind', async () => {
  const answers = await sendPipeline(client, [
    {
      text: 'select $1::bigint one, $2::text[] two, $3::jsonb three, null four',
      values: [7, ['a,"b', 'ü'], JSON.stringify({ a: 1 })],
    },
    { text: 'select n from generate_series(1, $1::int) n', values: [3], kept: true },
    { text: 'select 1 where false', values: [] },
  ]);
  expect(answers.map(({ rows }) => rows)).toEqual([
    [{ one: 7, two: ['a,"b', 'ü'], three: { a: 1 }, four: null }],
    [{ n: 1 }, { n: 2 }, { n: 3 }],
    [],
  ]);
});

test('all of them happen or none, and the connection goes on after a failure', async () => {
  await expect(sendPipeline(client, [note(1), note(2), { text: 'select 1 / 0', values: [] }, note(3)])).rejects.toThrow(
    'division by zero',
  );
  expect(await noted()).toEqual([]);
  expect((await sendPipeline(client, [note(4), note(5)])).map(({ command, count }) => [command, count])).toEqual([
    ['INSERT', 1],
    ['INSERT', 1],
  ]);
  expect(await noted()).toEqual([4, 5]);
  await client.query('delete from noted');
});

test('a statement that is kept is parsed once, also when its first time failed', async () => {
  const half = (by: number) => ({ text: 'select 10 / $1::int half', values: [by], kept: true });
  await expect(sendPipeline(client, [half(0)])).rejects.toThrow('division by zero');
  for (const by of [1, 2, 5]) expect((await sendPipeline(client, [half(by)]))[0]!.rows).toEqual([{ half: 10 / by }]);
  await expect(sendPipeline(client, [half(0), half(1)])).rejects.toThrow('division by zero');
  expect((await sendPipeline(client, [half(2)]))[0]!.rows).toEqual([{ half: 5 }]);
  const { rows } = await client.query(
    "select count(*) from pg_prepared_statements where statement like 'select 10 / %'",
  );
  expect(rows[0].count).toBe(1);
});

test('a statement that is kept goes on after its table changed, also on the same connection', async () => {
  await client.query('create temporary table seen (n int); insert into seen values (1)');
  const seen = { text: 'select * from seen', values: [], kept: true };
  expect((await sendPipeline(client, [seen]))[0]!.rows).toEqual([{ n: 1 }]);
  await client.query(`alter table seen add column word text default 'new'`);
  await expect(sendPipeline(client, [note(1, true), seen])).rejects.toThrow('must not change result type');
  expect((await sendPipeline(client, [seen]))[0]!.rows).toEqual([{ n: 1, word: 'new' }]);
  await client.query(`deallocate all`);
  await expect(sendPipeline(client, [seen])).rejects.toThrow('does not exist');
  expect((await sendPipeline(client, [seen]))[0]!.rows).toEqual([{ n: 1, word: 'new' }]);
  expect(await noted()).toEqual([]);
});

test('a value that cannot be sent is refused before anything is', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await expect(sendPipeline(client, [note(1), note(circle)])).rejects.toThrow();
  expect(await noted()).toEqual([]);
});

test('whoever waits is told when the connection dies', async () => {
  const dying = new pg.Client({ connectionString: opened.url });
  dying.on('error', () => {});
  await dying.connect();
  await expect(
    sendPipeline(dying, [
      { text: 'select pg_terminate_backend(pg_backend_pid())', values: [] },
      { text: 'select 1', values: [] },
    ]),
  ).rejects.toThrow();
  await dying.end().catch(() => {});
});

test('[API-03] a read sees its tenant only, writes nothing, and leaves neither role nor tenant on the connection', async () => {
  const db = openDb({ url: opened.url, max: 1, report() {} });
  const [aurora, borealis] = [await aTenant(db), await aTenant(db)];
  await db.tenant({ tenantId: aurora }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('Greeting', 'hello')`.execute(tx.as()),
  );
  const settings = sql<{ value: string }>`select value from tenant_setting`;
  expect(
    await db.read<[{ value: string }, { one: number }]>({ tenantId: aurora }, [settings, sql`select 1 one`]),
  ).toEqual([[{ value: 'hello' }], [{ one: 1 }]]);
  expect(await db.read<[{ value: string }]>({ tenantId: borealis }, [settings])).toEqual([[]]);
  await expect(db.read<[object]>({ tenantId: Number.NaN }, [settings])).rejects.toThrow();
  await expect(
    db.read<[object]>({ tenantId: aurora }, [sql`insert into tenant_setting (name, value) values ('A', 'b')`]),
  ).rejects.toThrow(/read-only/);
  await expect(db.read<[object]>({ tenantId: aurora }, [sql`select * from session`])).rejects.toThrow(
    /permission denied/,
  );
  await db.read<[object]>({ tenantId: aurora }, [settings]);
  const { rows } = await db.pool.query("select current_user who, current_setting('app.tenant', true) tenant");
  expect([rows[0].who === 'openseat_app', rows[0].tenant ?? '']).toEqual([false, '']);
  await db.close();
});

test('a transaction that asks nothing, and one whose first statement fails, leave the connection clean', async () => {
  const db = openDb({ url: opened.url, max: 1, report() {} });
  const tenantId = await aTenant(db);
  expect(await db.tenant({ tenantId }, async () => 'nothing')).toBe('nothing');
  await expect(
    db.tenant({ tenantId }, async () => {
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await expect(db.tenant({ tenantId }, (tx) => sql`select 1 / 0`.execute(tx.as()))).rejects.toThrow('division by zero');
  const state = await db.everyTenant('the same connection', (tx) =>
    sql<{
      who: string;
      tenant: string | null;
    }>`select current_user who, current_setting('app.tenant', true) tenant`.execute(tx.as()),
  );
  expect([state.rows[0]!.who === 'openseat_app', state.rows[0]!.tenant ?? '']).toEqual([false, '']);
  let leaked: Promise<unknown> | undefined;
  await db.tenant(
    { tenantId },
    async (tx) =>
      void (leaked = Promise.resolve()
        .then(() => new Promise((resolve) => setImmediate(resolve)))
        .then(() => sql`select 1`.execute(tx.as()))),
  );
  await expect(leaked).rejects.toThrow();
  await db.close();
});

test('several statements in one text may be the first of a transaction, and belong to it', async () => {
  const tenantId = await aTenant(opened.db);
  const two = sql.raw(
    `create temporary table seen (n int) on commit drop; insert into seen values (current_setting('app.tenant')::int)`,
  );
  const { rows } = await opened.db.everyTenant('two at once', async (tx) => {
    await sql.raw(`set local app.tenant = '7'; select 1`).execute(tx.as());
    await two.execute(tx.as());
    return sql<{ n: number }>`select n from seen`.execute(tx.as());
  });
  expect(rows).toEqual([{ n: 7 }]);
  await expect(
    opened.db.tenant({ tenantId }, (tx) => sql.raw('select 1; select 1 / 0').execute(tx.as())),
  ).rejects.toThrow(/division by zero/);
  await expect(
    opened.db.tenant({ tenantId }, (tx) => sql<{ who: string }>`select current_user who`.execute(tx.as())),
  ).resolves.toMatchObject({ rows: [{ who: 'openseat_app' }] });
});
