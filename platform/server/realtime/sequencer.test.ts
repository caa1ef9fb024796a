import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { handClock } from '#test/clock.ts';
import { openLog } from '../log.ts';
import { openSequencer } from './open-sequencer.ts';
import { sweepJob, type Sequencer } from './sequencer.ts';
import { eventually, push } from './realtime-process.fixture.ts';

const { db, url, close } = await testDb({ max: 20 });
const running: Sequencer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sequencer) => sequencer.stop()));
});
afterAll(close);

async function aSequencer(batch = 500): Promise<Sequencer> {
  const sequencer = openSequencer({ db, log: openLog('silent'), batch });
  running.push(sequencer);
  await sequencer.start();
  return sequencer;
}

interface Event {
  seq: number;
  body: { writer: number; step: number };
}
const events = async (tenantId: number): Promise<Event[]> =>
  (await db.pool.query('select seq, body from realtime_event where tenant_id = $1 order by seq', [tenantId])).rows;
const left = async (): Promise<number> => (await db.pool.query('select count(*) n from outbox')).rows[0].n;

test('what a transaction announced that rolled back never arrives', async () => {
  const tenant = await aTenant(db);
  await aSequencer();
  const failing = db.tenant({ tenantId: tenant }, async (tx) => {
    await tx.push({ kind: 'test.happened', body: { writer: 0, step: 0 } });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await push(db, tenant, { writer: 1, step: 1 });
  await eventually(async () => expect(await events(tenant)).toEqual([{ seq: 1, body: { writer: 1, step: 1 } }]));
});

test('what four writers commit arrives once and in order, with two sequencers and two tenants', async () => {
  const tenants = [await aTenant(db), await aTenant(db)];
  await Promise.all([aSequencer(7), aSequencer(7)]);
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let step = 0; step < 50; step += 1) for (const tenant of tenants) await push(db, tenant, { writer, step });
  });
  await Promise.all(writers);
  for (const tenant of tenants) {
    await eventually(async () => expect(await events(tenant)).toHaveLength(200));
    const all = await events(tenant);
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    for (const writer of [0, 1, 2, 3])
      expect(all.filter(({ body }) => body.writer === writer).map(({ body }) => body.step)).toEqual(
        Array.from({ length: 50 }, (_, index) => index),
      );
  }
});

test('two changes of one row are told in the order in which they were made', async () => {
  const tenant = await aTenant(db);
  await aSequencer();
  const change = () =>
    db.tenant({ tenantId: tenant }, async (tx) => {
      const { rows } = await sql<{ value: string }>`
      insert into tenant_setting (name, value) values ('turn', '1')
      on conflict (tenant_id, name) do update set value = (tenant_setting.value::int + 1)::text returning value`.execute(
        tx.as(),
      );
      await tx.push({ kind: 'test.happened', body: { writer: 0, step: Number(rows[0]!.value) } });
    });
  await Promise.all(Array.from({ length: 40 }, change));
  await eventually(async () => expect(await events(tenant)).toHaveLength(40));
  expect((await events(tenant)).map(({ body }) => body.step)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
});

test('who finds nobody before them is numbered with the commit; behind what waits, everybody waits', async () => {
  const tenant = await aTenant(db);
  const sequencer = await aSequencer();
  const readSteps = async () => (await events(tenant)).map(({ body }) => body.step);
  await push(db, tenant, { writer: 0, step: 0 });
  await eventually(async () => expect(await readSteps()).toEqual([0]));
  await sequencer.stop();

  await push(db, tenant, { writer: 0, step: 1 });
  expect(await readSteps()).toEqual([0, 1]);
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from realtime_cursor where tenant_id = $1 for update', [tenant]);
  await push(db, tenant, { writer: 0, step: 2 });
  await holder.query('commit');
  holder.release();
  await push(db, tenant, { writer: 0, step: 3 });
  expect(await readSteps()).toEqual([0, 1]);
  await aSequencer();
  await eventually(async () => expect(await readSteps()).toEqual([0, 1, 2, 3]));
  await eventually(async () => expect(await left()).toBe(0));
  await push(db, tenant, { writer: 0, step: 4 });
  expect((await events(tenant)).map(({ seq, body }) => [seq, body.step])).toEqual(
    [0, 1, 2, 3, 4].map((step) => [step + 1, step]),
  );
});

test('a sequencer process killed again and again in the middle of its work loses nothing and doubles nothing', async () => {
  const tenant = await aTenant(db);
  const count = 3_000;
  await db.tenant({ tenantId: tenant }, (tx) =>
    sql`insert into outbox (kind, body) select 'test.happened', jsonb_build_object('writer', 0, 'step', n) from generate_series(0, ${count - 1}) n`.execute(
      tx.as(),
    ),
  );
  for (let kills = 0; kills < 4; kills += 1) {
    const before = (await events(tenant)).length;
    const child = spawn(process.execPath, [join(import.meta.dirname, 'sequencer-process.fixture.ts')], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: 'inherit',
    });
    try {
      await eventually(async () => expect((await events(tenant)).length).toBeGreaterThan(before));
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  expect(await left()).toBeGreaterThan(0);
  await aSequencer();
  await eventually(async () => expect(await left()).toBe(0));
  const all = await events(tenant);
  expect(all.map(({ seq, body }) => [seq, body.step])).toEqual(
    Array.from({ length: count }, (_, index) => [index + 1, index]),
  );
});

test('a connection cut in the middle of a batch undoes the batch, and the next sequencer takes over', async () => {
  const tenant = await aTenant(db);
  await Promise.all([aSequencer(), aSequencer()]);
  await push(db, tenant, { writer: 0, step: 0 });
  await eventually(async () => expect(await events(tenant)).toHaveLength(1));
  // Somebody holds the tenant's number, so the leader stops half-way, with the rows taken but not written.
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from realtime_cursor where tenant_id = $1 for update', [tenant]);
  await push(db, tenant, { writer: 0, step: 1 });
  const leader = await eventually(async () => {
    const { rows } = await db.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and query like '%with taken as%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
    );
    expect(rows).toHaveLength(1);
    return rows[0].pid as number;
  });
  await db.pool.query('select pg_terminate_backend($1)', [leader]);
  await holder.query('commit');
  holder.release();
  await eventually(async () =>
    expect(await events(tenant)).toEqual([
      { seq: 1, body: { writer: 0, step: 0 } },
      { seq: 2, body: { writer: 0, step: 1 } },
    ]),
  );
});

test('what a tenant announced before it was deleted holds nobody up', async () => {
  const [gone, tenant] = [await aTenant(db), await aTenant(db)];
  await push(db, gone, { writer: 0, step: 0 });
  await db.pool.query('delete from tenant where id = $1', [gone]);
  await push(db, tenant, { writer: 0, step: 1 });
  await aSequencer();
  await eventually(async () => expect(await events(tenant)).toHaveLength(1));
  expect(await events(gone)).toEqual([]);
});

test('a sequencer that waits for its turn stops when asked', async () => {
  const [first, second] = [await aSequencer(), await aSequencer()];
  await second.stop();
  await first.stop();
  await eventually(async () => {
    const { rows } = await db.pool.query(
      "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
    expect(rows).toEqual([]);
  });
});

test('the sweep forgets what is older than a day and more than enough, from the beginning only', async () => {
  const [old, chatty] = [await aTenant(db), await aTenant(db)];
  await aSequencer();
  for (let step = 0; step < 4; step += 1)
    for (const tenant of [old, chatty]) await push(db, tenant, { writer: 0, step });
  for (const tenant of [old, chatty]) await eventually(async () => expect(await events(tenant)).toHaveLength(4));
  const clock = handClock();
  await sweepJob({ db, clock, keepPerTenant: 3 }).run(null as never);
  expect((await events(chatty)).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  await db.pool.query("update realtime_event set at = at + interval '1 hour' where tenant_id = $1 and seq <> 3", [old]);
  clock.turn(24 * 3_600_000 + 60_000);
  await sweepJob({ db, clock }).run(null as never);
  expect((await events(old)).map(({ seq }) => seq)).toEqual([4]);
  clock.turn(24 * 3_600_000);
  await sweepJob({ db, clock }).run(null as never);
  expect(await events(old)).toEqual([]);
});
