import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { isDuplicate, unread } from './db.ts';
import { migrate } from './migrate.ts';
import { openDb } from './open-db.ts';
import { migrations } from './schema-files.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

const setting = (name: string, value: string) =>
  sql`insert into tenant_setting (name, value) values (${name}, ${value})`;
const settings = sql<{ name: string; value: string }>`select name, value from tenant_setting order by name`;

test('[API-03] a transaction of one tenant neither sees, changes nor writes rows of another', async () => {
  const { db } = opened;
  const [aurora, borealis] = [await aTenant(db), await aTenant(db)];
  await db.tenant({ tenantId: aurora }, (tx) => setting('Greeting', 'hello').execute(tx.as()));
  expect((await db.tenant({ tenantId: borealis }, (tx) => settings.execute(tx.as()))).rows).toEqual([]);
  const changed = await db.tenant({ tenantId: borealis }, (tx) =>
    sql`update tenant_setting set value = 'stolen'`.execute(tx.as()),
  );
  expect(changed.numAffectedRows).toBe(0n);
  await expect(
    db.tenant({ tenantId: borealis }, (tx) =>
      sql`insert into tenant_setting (tenant_id, name, value) values (${aurora}, 'x', 'y')`.execute(tx.as()),
    ),
  ).rejects.toThrow(/row-level security/);
  expect((await db.tenant({ tenantId: aurora }, (tx) => settings.execute(tx.as()))).rows).toEqual([
    { name: 'Greeting', value: 'hello' },
  ]);
});

test('[API-03] a transaction without a tenant sees nothing, and the app role cannot read sign-ins', async () => {
  const { db } = opened;
  await expect(db.tenant({ tenantId: Number.NaN }, (tx) => settings.execute(tx.as()))).rejects.toThrow();
  const tenantId = await aTenant(db);
  await expect(db.tenant({ tenantId }, (tx) => sql`select * from session`.execute(tx.as()))).rejects.toThrow(
    /permission denied/,
  );
  await expect(db.tenant({ tenantId }, (tx) => sql`select * from user_account`.execute(tx.as()))).rejects.toThrow(
    /permission denied/,
  );
});

test('the role of one transaction does not stay on its connection', async () => {
  const { url } = opened;
  const db = openDb({ url, max: 1, report() {} });
  const tenantId = await aTenant(db);
  await db.tenant({ tenantId }, (tx) => setting('A', 'b').execute(tx.as()));
  const { rows } = await db.everyTenant('same connection', (tx) =>
    sql<{
      who: string;
      tenant: string | null;
    }>`select current_user who, current_setting('app.tenant', true) tenant`.execute(tx.as()),
  );
  expect(rows[0]!.who).not.toBe('openseat_app');
  expect(rows[0]!.tenant ?? '').toBe('');
  await db.close();
});

test('a job and a push exist if and only if their transaction commits', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  db.subscribe('thing.happened', { task: 'listener.task' });
  await expect(
    db.tenant({ tenantId }, async (tx) => {
      await tx.announce('thing.happened', { n: 1 });
      await tx.push({ kind: 'thing', body: {} });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  const counts = () =>
    db.everyTenant('count', async (tx) => {
      const { rows } = await sql<{
        jobs: number;
        pushes: number;
      }>`select (select count(*) from graphile_worker.jobs where task_identifier = 'listener.task') jobs, (select count(*) from outbox where tenant_id = ${tenantId}) pushes`.execute(
        tx.as(),
      );
      return rows[0]!;
    });
  expect(await counts()).toEqual({ jobs: 0, pushes: 0 });
  await db.tenant({ tenantId }, async (tx) => {
    await tx.announce('thing.happened', { n: 1 });
    await tx.push({ kind: 'thing', body: {} });
  });
  expect(await counts()).toEqual({ jobs: 1, pushes: 1 });
});

test('a subscriber gets no job for what does not concern it: by the payload, or by what the tenant’s rows say', async () => {
  const { db } = opened;
  const [wanting, other] = [await aTenant(db), await aTenant(db)];
  db.subscribe('thing.grew', { task: 'grew.large', when: ({ size }: { size: number }) => size > 10 });
  db.subscribe('thing.grew', {
    task: 'grew.wanted',
    wanted: `exists (select from tenant_setting where name = 'Wants')`,
  });
  db.subscribe('thing.grew', { task: 'grew.always' });
  await db.tenant({ tenantId: wanting }, (tx) => setting('Wants', '1').execute(tx.as()));
  for (const tenantId of [wanting, other])
    for (const size of [5, 50]) await db.tenant({ tenantId }, (tx) => tx.announce('thing.grew', { tenantId, size }));
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ task: string; payloads: { tenantId: number; size: number; announcementId: string }[] }>`
      select t.identifier task, json_agg(j.payload order by j.id) payloads from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier like 'grew.%' group by 1 order by 1`.execute(tx.as()),
  );
  const payloadsByTask = Object.fromEntries(
    rows.map(({ task, payloads }) => [task, payloads.map(({ tenantId, size }) => [tenantId, size])]),
  );
  expect(payloadsByTask).toEqual({
    'grew.always': [
      [wanting, 5],
      [wanting, 50],
      [other, 5],
      [other, 50],
    ],
    'grew.large': [
      [wanting, 50],
      [other, 50],
    ],
    'grew.wanted': [
      [wanting, 5],
      [wanting, 50],
    ],
  });
  const idsOf = (task: string) =>
    rows.find((row) => row.task === task)!.payloads.map((payload) => payload.announcementId);
  expect(idsOf('grew.always').slice(0, 2)).toEqual(idsOf('grew.wanted'));
});

test('whoever hears of an event at once hears of it after the commit, and undoes nothing when it cannot', async () => {
  const problems: unknown[] = [];
  const db = openDb({ url: opened.url, max: 1, report: (problem) => void problems.push(problem) });
  const tenantId = await aTenant(db);
  const announced: number[] = [];
  db.subscribe('thing.shrank', {
    onAnnounced({ n }: { n: number }) {
      announced.push(n);
      throw new Error('deaf');
    },
  });
  await db.tenant({ tenantId }, async (tx) => {
    await tx.announce('thing.shrank', { n: 1 });
    expect(announced).toEqual([]);
  });
  await expect(
    db.tenant({ tenantId }, async (tx) => {
      await tx.announce('thing.shrank', { n: 2 });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(announced).toEqual([1]);
  expect(problems).toHaveLength(1);
  await db.close();
});

test('statements and what they tell happen at once, of one tenant, or not at all', async () => {
  const { db } = opened;
  const [tenantId, other] = [await aTenant(db), await aTenant(db)];
  const named = (name: string, value: string | null) =>
    sql<{ name: string }>`insert into tenant_setting (name, value) values (${name}, ${value}) returning name`;
  const [rows] = await db.atOnce({ tenantId }, [named('A', '1')], [{ kind: 'thing', body: { n: 1 } }]);
  expect(rows).toEqual([{ name: 'A' }]);
  await expect(
    db.atOnce({ tenantId }, [named('B', '1'), named('C', null)], [{ kind: 'thing', body: { n: 2 } }]),
  ).rejects.toThrow(/null value/);
  expect((await db.tenant({ tenantId }, (tx) => settings.execute(tx.as()))).rows).toEqual([{ name: 'A', value: '1' }]);
  expect((await db.tenant({ tenantId: other }, (tx) => settings.execute(tx.as()))).rows).toEqual([]);
  const { rows: outboxRows } = await db.everyTenant('looks', (tx) =>
    sql<{ body: object }>`select body from outbox where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  expect(outboxRows).toEqual([{ body: { n: 1 } }]);
});

test('what nobody reads the answer of happens before what comes after it, and fails the transaction it is in', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const put = (name: string, value: string | null) =>
    sql`${unread} insert into tenant_setting (name, value) values (${name}, ${value})`;
  const seen = await db.tenant({ tenantId }, async (tx) => {
    await put('A', '1').execute(tx.as());
    const { rows } = await settings.execute(tx.as());
    await put('B', '2').execute(tx.as());
    return rows.map(({ name }) => name);
  });
  expect(seen).toEqual(['A']);
  await expect(
    db.tenant({ tenantId }, async (tx) => {
      await put('C', '3').execute(tx.as());
      await put('D', null).execute(tx.as());
    }),
  ).rejects.toThrow(/null value/);
  const kept = await db.tenant({ tenantId }, (tx) => settings.execute(tx.as()));
  expect(kept.rows.map(({ name }) => name)).toEqual(['A', 'B']);
});

test('a read of every tenant cannot write', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const rows = await db.readEvery('looks', sql<{ id: number }>`select id from tenant where id = ${tenantId}`);
  expect(rows).toEqual([{ id: tenantId }]);
  await expect(
    db.readEvery('tries', sql<{ id: number }>`delete from tenant where id = ${tenantId} returning id`),
  ).rejects.toThrow(/read-only/);
});

test('a transaction that only tells something tells it; one that cannot tell it did nothing, and its connection goes on', async () => {
  const db = openDb({ url: opened.url, max: 1, report() {} });
  const tenantId = await aTenant(db);
  const readBodies = () =>
    db.everyTenant('looks', async (tx) =>
      (
        await sql<{ body: object }>`select body from outbox where tenant_id = ${tenantId} order by id`.execute(tx.as())
      ).rows.map(({ body }) => body),
    );
  await db.tenant({ tenantId }, (tx) => tx.push({ kind: 'thing', body: { n: 1 } }));
  await expect(
    db.tenant({ tenantId }, async (tx) => {
      await setting('A', 'b').execute(tx.as());
      await tx.push({ kind: 'thing', body: { n: 'no text of PostgreSQL holds \0' } });
    }),
  ).rejects.toThrow(/Unicode/);
  expect((await db.tenant({ tenantId }, (tx) => settings.execute(tx.as()))).rows).toEqual([]);
  await db.tenant({ tenantId }, (tx) => tx.push({ kind: 'thing', body: { n: 2 } }));
  expect(await readBodies()).toEqual([{ n: 1 }, { n: 2 }]);
  await db.close();
});

test('a unique index that refuses a row can be told from other errors', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const twice = db.tenant({ tenantId }, async (tx) => {
    await setting('A', '1').execute(tx.as());
    await setting('A', '2').execute(tx.as());
  });
  await expect(twice).rejects.toSatisfy((thrown) => isDuplicate(thrown, 'tenant_setting_pkey'));
});

test('[SHELL-34] moments leave the database as the wire carries them, whatever the zone of the server', async () => {
  const { rows } = await opened.db.everyTenant('a moment', (tx) =>
    sql<{ at: string }>`select timestamptz '2026-03-08 02:30:00.987-06' at`.execute(tx.as()),
  );
  expect(rows[0]!.at).toBe('2026-03-08 08:30:00');
});

test('several processes may migrate at once: one works, the others wait, nothing runs twice', async () => {
  const name = `test_migrate_${Math.trunc(performance.now() * 1_000)}`;
  const admin = new pg.Client({ connectionString: opened.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(opened.url), { pathname: `/${name}` }).href;
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(done.map((list) => list.length).sort((a, b) => a - b)).toEqual([0, 0, migrations().length]);
  await expect(
    migrate(
      url,
      migrations().map((each) => ({ ...each, sql: `${each.sql}\n-- edited` })),
    ),
  ).rejects.toThrow(/changed after it ran/);
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('a migration that fails leaves nothing of itself behind', async () => {
  await expect(
    migrate(opened.url, [
      ...migrations(),
      { name: 'x/2099-01-01-01-broken.sql', sql: 'create table half_done (a int); select 1/0;' },
    ]),
  ).rejects.toThrow(/broken.sql failed: division by zero/);
  const { rows } = await opened.db.everyTenant('look', (tx) =>
    sql<{ there: string | null }>`select to_regclass('half_done') there`.execute(tx.as()),
  );
  expect(rows[0]!.there).toBeNull();
});

test('a database that is away is a failure with a name, and the pool finds it again', async () => {
  const away = openDb({ url: 'postgres://nobody:nothing@127.0.0.1:1/none', report() {} });
  await expect(away.everyTenant('nobody there', (tx) => sql`select 1`.execute(tx.as()))).rejects.toMatchObject({
    name: 'unavailable',
  });
  await away.close();

  const db = openDb({ url: opened.url, max: 2, report() {} });
  const pid = await db.everyTenant(
    'my connection',
    async (tx) => (await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as())).rows[0]!.pid,
  );
  await opened.db.everyTenant('cut it', (tx) => sql`select pg_terminate_backend(${pid})`.execute(tx.as()));
  await expect
    .poll(async () =>
      db
        .everyTenant('again', (tx) => sql`select 1 one`.execute(tx.as()))
        .then(
          (r) => r.rows.length,
          () => 0,
        ),
    )
    .toBe(1);
  await db.close();
});

test('a listener hears again after its connection was cut, and is told that it may have missed something', async () => {
  const { db } = opened;
  const payloads: string[] = [];
  const stop = await db.listen('test_channel', (payload) => payloads.push(payload));
  await db.everyTenant('say', (tx) => sql`select pg_notify('test_channel', 'one')`.execute(tx.as()));
  await expect.poll(() => payloads).toEqual(['one']);
  await db.everyTenant('cut every listener', (tx) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'openseat-listen' and datname = current_database()`.execute(
      tx.as(),
    ),
  );
  await expect.poll(() => payloads, { timeout: 5_000 }).toEqual(['one', '']);
  await db.everyTenant('say', (tx) => sql`select pg_notify('test_channel', 'two')`.execute(tx.as()));
  await expect.poll(() => payloads).toEqual(['one', '', 'two']);
  stop();
});
