import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openDb } from '../db/open-db.ts';
import { openLog } from '../log.ts';
import { isLeaseLost, type Leases } from './lease.ts';
import { openLeases } from './open-lease.ts';
import { takeTurn } from './turn.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** "A few seconds", on a busy machine; it was thirty. */
const FEW_SECONDS_MS = 12_000;
const SOON = { timeout: FEW_SECONDS_MS, interval: 50 };

/** A process of the product, as far as leases go. */
function aProcess(): Leases & { cut(): Promise<unknown> } {
  const db = openDb({ url: opened.url, max: 3, report: () => {} });
  const name = `lease-test-${Math.random()}`;
  db.pool.options.application_name = name;
  const leases = openLeases({ db, log: openLog('silent') });
  onTestFinished(async () => {
    await leases.stop();
    await db.close();
  });
  return {
    ...leases,
    cut: () =>
      opened.db.everyTenant('its connection breaks', (tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(tx.as()),
      ),
  };
}

async function aTenantWithRow(): Promise<number> {
  const tenantId = await aTenant(opened.db);
  await opened.db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('Turn', 'before')`.execute(tx.as()),
  );
  return tenantId;
}

const rowOf = (tenantId: number): Promise<string> =>
  opened.db.tenant(
    { tenantId },
    async (tx) =>
      (await sql<{ value: string }>`select value from tenant_setting where name = 'Turn'`.execute(tx.as())).rows[0]!
        .value,
  );

async function aStandstill(tenantId: number, under: 'turn' | 'lease'): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'standstill-process.fixture.ts'), {
    env: { ...process.env, DATABASE_URL: opened.url, TENANT_ID: String(tenantId), UNDER: under },
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'message')).toContain('stands still');
  return child;
}

async function goesOn(child: ChildProcess): Promise<string> {
  const message = once(child, 'message');
  child.kill('SIGCONT');
  return ((await message) as string[])[0]!;
}

test('one process holds a lease, each taking has a higher epoch, and given back it is free at once', async () => {
  const [one, other] = [aProcess(), aProcess()];
  const first = (await one.take('trunk 1'))!;
  expect(first.isHeld()).toBe(true);
  expect(await other.take('trunk 1')).toBeNull();
  expect(await one.take('trunk 1')).toBeNull();
  expect((await other.take('trunk 2'))!.isHeld()).toBe(true);
  await first.giveBack();
  expect(first.isHeld()).toBe(false);
  const second = (await other.take('trunk 1'))!;
  expect(second.epoch).toBeGreaterThan(first.epoch);
});

test('who loses the connection is told, others have the lease at once, and what was written under the old epoch is refused', async () => {
  const tenantId = await aTenantWithRow();
  const [one, other] = [aProcess(), aProcess()];
  const old = (await one.take('campaign 7'))!;
  let isLost = false;
  old.onLost(() => (isLost = true));
  const write = (value: string, lease: typeof old) =>
    opened.db.tenant({ tenantId }, async (tx) => {
      await lease.fence(tx);
      await sql`update tenant_setting set value = ${value} where name = 'Turn'`.execute(tx.as());
    });
  await write('old', old);
  await one.cut();
  await expect.poll(() => isLost, SOON).toBe(true);
  expect(old.isHeld()).toBe(false);
  let next = await other.take('campaign 7');
  await expect.poll(async () => (next ??= await other.take('campaign 7')) !== null, SOON).toBe(true);
  await write('new', next!);
  await expect(write('old again', old)).rejects.toSatisfy(isLeaseLost);
  const sent = (lease: typeof old, value: string) =>
    opened.db.atOnce(
      { tenantId },
      [lease.fenceStatement(), sql<object>`update tenant_setting set value = ${value} where name = 'Turn'`],
      [],
    );
  await expect(sent(old, 'old at once')).rejects.toSatisfy(isLeaseLost);
  expect(await rowOf(tenantId)).toBe('new');
  await sent(next!, 'new');
  expect(await rowOf(tenantId)).toBe('new');
});

test('what goes along with something under a lease that was lost happens all the same, under its own or under none', async () => {
  const tenantId = await aTenantWithRow();
  const one = aProcess();
  const old = (await one.take('campaign 8'))!;
  await old.giveBack();
  const again = (await one.take('campaign 8'))!;
  const keep = (name: string, lease: typeof old | null) =>
    opened.db.atOnce(
      { tenantId, ...(lease && { fence: lease.fenceStatement() }) },
      [sql<object>`insert into tenant_setting (name, value) values (${name}, 'kept')`],
      [],
      5,
    );
  const [ours, lost, free] = await Promise.allSettled([keep('Ours', again), keep('Lost', old), keep('Free', null)]);
  expect([ours.status, lost.status, free.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(lost.status === 'rejected' && isLeaseLost(lost.reason)).toBe(true);
  const [rows] = await opened.db.read<[{ name: string }]>({ tenantId }, [
    sql`select name from tenant_setting where value = 'kept' order by name`,
  ]);
  expect(rows.map(({ name }) => name)).toEqual(['Free', 'Ours']);
});

test('when the connections of all are lost, who was reached for a lease has it back before anybody else takes it', async () => {
  const [one, other] = [aProcess(), aProcess()];
  const old = (await one.take('trunk 9'))!;
  await old.announce({ address: 'http://127.0.0.1:1', pass: 'a pass' });
  let lost = 0;
  for (const lease of [old, (await other.take('trunk 10'))!]) lease.onLost(() => (lost += 1));
  await Promise.all([one.cut(), other.cut()]);
  await expect.poll(() => lost, SOON).toBe(2);
  expect(await other.take('trunk 9')).toBeNull();
  const again = (await one.take('trunk 9', { hadIt: true }))!;
  expect(again.epoch).toBe(old.epoch + 1);
});

test('who stands still in the middle of writing under a lease loses it within seconds, and writes nothing when it wakes up', async () => {
  const tenantId = await aTenantWithRow();
  const child = await aStandstill(tenantId, 'lease');
  const other = aProcess();
  let taken = await other.take('test');
  expect(taken).toBeNull();
  await expect.poll(async () => (taken ??= await other.take('test')) !== null, SOON).toBe(true);
  expect(await goesOn(child)).toBe('refused, not held');
  expect(await rowOf(tenantId)).toBe('before');
}, 60_000);

test('a process that stands still in a turn of a tenant holds the others up for seconds only, and writes nothing when it wakes up', async () => {
  const tenantId = await aTenantWithRow();
  const child = await aStandstill(tenantId, 'turn');
  const askedAt = performance.now();
  // The turn travels with what is done in it.
  await opened.db.tenant({ tenantId }, async (tx) => {
    await takeTurn(tx, 'test');
    await sql`select 1`.execute(tx.as());
  });
  expect(performance.now() - askedAt).toBeLessThan(FEW_SECONDS_MS);
  expect(await goesOn(child)).toBe('refused, not held');
  expect(await rowOf(tenantId)).toBe('before');
}, 60_000);
