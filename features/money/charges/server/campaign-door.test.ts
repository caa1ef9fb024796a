import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { moneyDoor } from './campaign-door.ts';
import { paysForCalls, topUp } from './charges.fixture.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

const run = (query: ReturnType<typeof sql>) => opened.db.everyTenant('arranges', (tx) => query.execute(tx.as()));
const whyNot = async (tenantId: number, kind: 'dialer' | 'ai' = 'dialer') =>
  (await moneyDoor({ db: opened.db, clock: systemClock })(tenantId, { id: 1, kind }))?.pauses ?? null;

test('[TASK-05] campaigns stand still while nothing is left, and go on when money comes; what costs nothing needs none', async () => {
  const tenantId = await aTenant(opened.db);
  expect(await whyNot(tenantId)).toBeNull();
  await run(sql`select money_open(${tenantId}, 'USD')`);
  expect(await whyNot(tenantId)).toBeNull();
  await paysForCalls(opened.db, tenantId, { balanceE4: 0 });
  expect(await whyNot(tenantId)).toBe(TaskPauseReason.balanceInsufficient);
  await run(sql`insert into trunk (tenant_id, name, carrier) values (${tenantId}, 'Own', 'sip-1')`);
  expect(await whyNot(tenantId), 'own lines cost nothing').toBeNull();
  await run(sql`update trunk set enabled = false where tenant_id = ${tenantId}`);
  expect(await whyNot(tenantId, 'ai')).toBe(TaskPauseReason.balanceInsufficient);
  await topUp(opened.db, tenantId, 1, 'a little');
  expect(await whyNot(tenantId)).toBeNull();
});

test('[TASK-03] the operator stops campaigns; an account that stands still, or a plan that is not paid, stops them as well', async () => {
  const tenantId = await aTenant(opened.db);
  await run(
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'DialerPaidUntil', '2020-01-31')`,
  );
  expect(await whyNot(tenantId)).toBe(TaskPauseReason.accountError);
  await run(sql`update tenant_setting set value = 'soon' where tenant_id = ${tenantId}`);
  expect(await whyNot(tenantId)).toBeNull();
  await run(sql`update tenant set state = 'suspended' where id = ${tenantId}`);
  expect(await whyNot(tenantId)).toBe(TaskPauseReason.accountError);
  await run(sql`
    insert into tenant_plan (tenant_id, campaigns_stopped) values (${tenantId}, true) on conflict (tenant_id) do update set campaigns_stopped = true`);
  expect(await whyNot(tenantId)).toBe(TaskPauseReason.superAdminPaused);
});
