import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openDb } from '../db/open-db.ts';
import { LeaseLost } from '../leases/lease.ts';
import { openLog } from '../log.ts';
import { fencedDb, type Homes } from './homes.ts';
import { openHomes } from './open-homes.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** On a busy machine; the product promises eight. */
const SOON = { timeout: 12_000, interval: 50 };

/** A process of the product, as far as homes go; `told` is what happened to its desks. */
async function aProcess(
  address: string,
  leftBehind: () => number[] = () => [],
  movingIn: (tenantId: number) => Promise<void> = async () => {},
  isBusy: () => boolean = () => false,
  saying: () => Promise<unknown> = async () => {},
) {
  const db = openDb({ url: opened.url, max: 3, report: () => {} });
  const name = `homes-test-${Math.random()}`;
  db.pool.options.application_name = name;
  const homes: Homes = openHomes({ db, log: openLog('silent') });
  const moves: string[] = [];
  homes.settle({
    async moveIn(tenantId) {
      moves.push(`in ${tenantId}`);
      await movingIn(tenantId);
    },
    moveOut: async (tenantId) => void moves.push(`out ${tenantId}`),
    leftBehind: async () => leftBehind(),
    isBusy,
    writeDown: async () => void (await saying()),
  });
  await homes.start(address);
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await homes.stop();
    await db.close();
  };
  onTestFinished(stop);
  return {
    homes,
    db,
    moves: moves,
    stop,
    cut: () =>
      opened.db.everyTenant('its connections break', (tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(tx.as()),
      ),
  };
}

const write = ({ db, homes }: { db: TestDb['db']; homes: Homes }, tenantId: number) =>
  fencedDb(db, homes).tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('Home', 'written') on conflict (tenant_id, name) do update set value = excluded.value`.execute(
      tx.as(),
    ),
  );

test('whoever is first asked becomes the home, the others are told where it is and write nothing', async () => {
  const tenantId = await aTenant(opened.db);
  const [one, other] = [await aProcess('http://127.0.0.1:1'), await aProcess('http://127.0.0.1:2')];
  expect(await one.homes.find(tenantId)).toEqual({ at: 'here' });
  expect(await other.homes.find(tenantId)).toMatchObject({ at: 'elsewhere', address: 'http://127.0.0.1:1' });
  expect([one.homes.isHere(tenantId), other.homes.isHere(tenantId)]).toEqual([true, false]);
  expect(one.moves).toEqual([`in ${tenantId}`]);
  await write(one, tenantId);
  await expect(write(other, tenantId)).rejects.toThrow(LeaseLost);
});

test('many who ask at once find one home', async () => {
  const tenantId = await aTenant(opened.db);
  const processes = await Promise.all([1, 2, 3, 4].map((port) => aProcess(`http://127.0.0.1:${port}`)));
  const found = await Promise.all(Array.from({ length: 40 }, (_, index) => processes[index % 4]!.homes.find(tenantId)));
  expect(processes.filter(({ homes }) => homes.isHere(tenantId))).toHaveLength(1);
  expect(new Set(found.flatMap((home) => (home.at === 'elsewhere' ? [home.address] : []))).size).toBe(1);
  expect(processes.flatMap(({ moves }) => moves)).toEqual([`in ${tenantId}`]);
});

test('what a process that ends leaves is taken up by one that lives, and only where something is left to do', async () => {
  const [busy, idle] = [await aTenant(opened.db), await aTenant(opened.db)];
  const one = await aProcess('http://127.0.0.1:1');
  const other = await aProcess('http://127.0.0.1:2', () => [busy]);
  // It lives already, and has it: nobody else takes it.
  if (!other.homes.isHere(busy)) throw new Error('left behind at the start');
  await other.stop();
  await one.homes.find(busy);
  await one.homes.find(idle);
  const third = await aProcess('http://127.0.0.1:3', () => [busy]);
  expect(third.homes.isHere(busy)).toBe(false);
  await one.stop();
  await expect.poll(() => third.homes.isHere(busy), SOON).toBe(true);
  expect(third.moves).toEqual([`in ${busy}`]);
  await expect
    .poll(async () => {
      const { rows } = await opened.db.everyTenant('looks', (tx) =>
        sql<{ address: string | null }>`select address from lease where name = ${`desk ${idle}`}`.execute(tx.as()),
      );
      return rows[0]?.address;
    }, SOON)
    .toBeNull();
});

test('who loses the connection for a moment is still the home: nothing moves', async () => {
  const tenantId = await aTenant(opened.db);
  const one = await aProcess('http://127.0.0.1:1');
  await one.homes.find(tenantId);
  await one.cut();
  await expect
    .poll(
      () =>
        write(one, tenantId).then(
          () => 'written',
          () => 'refused',
        ),
      SOON,
    )
    .toBe('written');
  expect(one.homes.isHere(tenantId)).toBe(true);
  expect(one.moves).toEqual([`in ${tenantId}`]);
});

test('when all lose the connection, each is still the home of its tenants: who asks elsewhere waits for it', async () => {
  const tenantId = await aTenant(opened.db);
  const one = await aProcess('http://127.0.0.1:1');
  await one.homes.find(tenantId);
  const other = await aProcess('http://127.0.0.1:2', () => [tenantId]);
  await Promise.all([one.cut(), other.cut()]);
  await expect
    .poll(
      () =>
        other.homes.find(tenantId).then(
          (home) => home.at,
          () => 'nobody knows',
        ),
      SOON,
    )
    .toBe('elsewhere');
  await expect.poll(() => one.homes.isHere(tenantId), SOON).toBe(true);
  expect([one.moves, other.moves]).toEqual([[`in ${tenantId}`], []]);
});

/** Until the lease of a home is there, or is lost. */
async function until(is: 'held' | 'lost', homes: Homes, tenantId: number): Promise<void> {
  const isHeld = (): boolean => {
    try {
      return Boolean(homes.fenceStatement(tenantId));
    } catch {
      return false;
    }
  };
  while (isHeld() !== (is === 'held')) await setImmediate();
}

test('a home that is lost and had back while its desk moves in is announced like any other', async () => {
  const tenantId = await aTenant(opened.db);
  const one = await aProcess('http://127.0.0.1:1', undefined, async () => {
    await one.cut();
    await until('lost', one.homes, tenantId);
    await until('held', one.homes, tenantId);
  });
  const other = await aProcess('http://127.0.0.1:2');
  expect(await one.homes.find(tenantId)).toEqual({ at: 'here' });
  expect(await other.homes.find(tenantId)).toMatchObject({ at: 'elsewhere', address: 'http://127.0.0.1:1' });
});

test('a desk that cannot move in because the home was lost leaves nothing held: the next who asks becomes it', async () => {
  const tenantId = await aTenant(opened.db);
  let isFirst = true;
  const one = await aProcess('http://127.0.0.1:1', undefined, async () => {
    if (!isFirst) return;
    isFirst = false;
    await one.cut();
    await until('lost', one.homes, tenantId);
    throw new Failure('unavailable');
  });
  await expect(one.homes.find(tenantId)).rejects.toThrow(Failure);
  await expect
    .poll(
      () =>
        one.homes.find(tenantId).then(
          (home) => home.at,
          () => 'nobody knows',
        ),
      SOON,
    )
    .toBe('here');
  await write(one, tenantId);
});

test('a home that stands still is another’s within seconds; waking up it writes nothing and moves out', async () => {
  const tenantId = await aTenant(opened.db);
  await opened.db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('Home', 'before')`.execute(tx.as()),
  );
  const child = fork(join(import.meta.dirname, 'home-process.fixture.ts'), {
    env: { ...process.env, DATABASE_URL: opened.url, TENANT_ID: String(tenantId) },
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const words: string[] = [];
  child.on('message', (message) => void words.push(String(message)));
  await expect.poll(() => words, SOON).toEqual(['moved in']);
  const other = await aProcess('http://127.0.0.1:2', () => [tenantId]);
  await expect.poll(() => other.homes.find(tenantId), SOON).toMatchObject({ at: 'elsewhere' });
  child.send('stand still');
  await expect.poll(() => other.homes.isHere(tenantId), SOON).toBe(true);
  await write(other, tenantId);
  child.kill('SIGCONT');
  await expect.poll(() => words.toSorted(), SOON).toEqual(['moved in', 'moved out', 'not here', 'refused']);
  const { rows } = await opened.db.tenant({ tenantId }, (tx) =>
    sql<{ value: string }>`select value from tenant_setting where name = 'Home'`.execute(tx.as()),
  );
  expect(rows).toEqual([{ value: 'written' }]);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}, 60_000);

test('a process on its way out hands its homes over at once, and whoever asks it is told where they are', async () => {
  const [tenantId, idle] = [await aTenant(opened.db), await aTenant(opened.db)];
  const one = await aProcess('http://127.0.0.1:1');
  const other = await aProcess('http://127.0.0.1:2');
  await one.homes.find(tenantId);
  one.homes.drain(() => true);
  await expect.poll(() => other.homes.isHere(tenantId), SOON).toBe(true);
  expect([one.homes.here(), one.moves]).toEqual([[], [`in ${tenantId}`, `out ${tenantId}`]]);
  // Nobody was home of this one: it is taken by whoever works, not by whoever was asked.
  expect(await one.homes.find(idle)).toMatchObject({ at: 'elsewhere', address: 'http://127.0.0.1:2' });
  one.homes.takeBack();
  await other.stop();
  expect(await one.homes.find(await aTenant(opened.db))).toEqual({ at: 'here' });
});

test('a home in which a call goes on stays until it has ended, and who is being served is waited for', async () => {
  const tenantId = await aTenant(opened.db);
  let isBusy = true;
  const one = await aProcess('http://127.0.0.1:1', undefined, undefined, () => isBusy);
  const other = await aProcess('http://127.0.0.1:2');
  await one.homes.find(tenantId);
  one.homes.drain(() => true);
  expect(await other.homes.find(tenantId)).toMatchObject({ at: 'elsewhere', address: 'http://127.0.0.1:1' });
  await write(one, tenantId);
  const leave = one.homes.enter(tenantId);
  isBusy = false;
  // It waits for them, and lets nobody else in meanwhile.
  await expect.poll(() => one.homes.isHere(tenantId), SOON).toBe(false);
  await write(one, tenantId);
  leave();
  await expect.poll(() => other.homes.isHere(tenantId), SOON).toBe(true);
});

test('what was said in a home is written before it is handed over', async () => {
  const tenantId = await aTenant(opened.db);
  let saying: () => Promise<unknown> = async () => {};
  const one = await aProcess('http://127.0.0.1:1', undefined, undefined, undefined, () => saying());
  const other = await aProcess('http://127.0.0.1:2');
  await one.homes.find(tenantId);
  saying = () => write(one, tenantId).then(() => one.moves.push('written'));
  one.homes.drain(() => true);
  await expect.poll(() => other.homes.isHere(tenantId), SOON).toBe(true);
  expect(one.moves).toEqual([`in ${tenantId}`, 'written', `out ${tenantId}`]);
});

test('alone a process on its way out keeps what it has, and serves whoever asks', async () => {
  const tenantId = await aTenant(opened.db);
  const one = await aProcess('http://127.0.0.1:1');
  one.homes.drain(() => false);
  expect(await one.homes.find(tenantId)).toEqual({ at: 'here' });
  await write(one, tenantId);
});
