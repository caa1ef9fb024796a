import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { charges } from '#features/money/charges/server/index.ts';
import { moneyNow, paysForCalls, topUp } from '#features/money/charges/server/charges.fixture.ts';
import { wakeDiallers } from '#features/outbound/campaigns/server/index.ts';
import type { CampaignDoor } from '#platform/server/contributions.ts';
import { handClock } from '#test/clock.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { aCampaign, anEngine, attemptsOf, campaignOf, membersOf, NOON, numberOf } from './engine.fixture.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** A flow's campaign of a team that pays 600 for a minute, and the engine that dials for it. */
async function aScene(
  balanceE4: number,
  { doors, prefix = '', numbers }: { doors?: CampaignDoor[]; prefix?: string; numbers?: string[] } = {},
) {
  const { db } = opened;
  const clock = handClock(NOON);
  const { tenantId, id } = await aCampaign(db, {
    kind: 'ai',
    ...(numbers ? { numbers } : { customers: 4 }),
    settings: { flowId: 5, callsAtOnce: 2, retry: { attempts: 1, waits: [] } },
  });
  await paysForCalls(db, tenantId, { balanceE4, prefix });
  const door = charges({ db, clock, publicUrl: '' }).campaignDoors!;
  const engine = await anEngine(db, { clock, doors: doors ?? door });
  onTestFinished(() => engine.stop());
  await engine.engine.moveIn(tenantId);
  await engine.pass(500);
  return { ...engine, tenantId, id, now: () => campaignOf(db, tenantId, id), attempts: () => attemptsOf(db, tenantId) };
}

/** Whether it stands still, and why, is written by whoever looks next: time passes until it is. */
async function standsStill(scene: Awaited<ReturnType<typeof aScene>>, pauseReason: TaskPauseReason): Promise<void> {
  await expect
    .poll(async () => {
      await scene.pass(500);
      return scene.now();
    })
    .toMatchObject({ state: 'paused', pauseReason });
}

/** Money comes: what hears of it wakes whoever dials. */
async function pays(scene: Awaited<ReturnType<typeof aScene>>, amountE4: number): Promise<void> {
  await topUp(opened.db, scene.tenantId, amountE4, `more ${amountE4}`);
  await opened.db.tenant(scene, wakeDiallers);
  await expect
    .poll(async () => {
      await scene.pass(500);
      return (await scene.now()).state;
    })
    .toBe('running');
}

/** The engine hears of what others write a moment later: time passes until it has. */
async function dialsMoreThan(calls: number, scene: Awaited<ReturnType<typeof aScene>>): Promise<void> {
  await expect
    .poll(async () => {
      await scene.pass(500);
      return scene.dialled.length;
    })
    .toBeGreaterThan(calls);
}

test('[TASK-05] each call of a campaign keeps its first minute; what the money does not cover is 19, and the campaign stands still until it is topped up', async () => {
  const scene = await aScene(700);
  expect(scene.dialled).toHaveLength(1);
  expect((await moneyNow(opened.db, scene.tenantId)).heldE4).toBe(600);
  await standsStill(scene, TaskPauseReason.balanceInsufficient);
  const [, refused] = await scene.attempts();
  expect(refused).toMatchObject({ isOver: true, status: FinalCallStatus.balanceInsufficient });
  // Nobody was called for it: they are called when there is money.
  expect((await membersOf(opened.db, scene.tenantId)).filter(({ state }) => state === 0).length).toBe(4);
  await scene.pass(31_000, 1_000);
  expect(await scene.now()).toMatchObject({ state: 'paused' });
  await pays(scene, 10_000);
  await dialsMoreThan(1, scene);
});

test('[TASK-05] with nothing left nobody is even tried, and the door lets it go on when money comes', async () => {
  const scene = await aScene(0);
  expect(await scene.attempts()).toEqual([]);
  await standsStill(scene, TaskPauseReason.balanceInsufficient);
  await pays(scene, 10_000);
  await dialsMoreThan(0, scene);
});

test('[TASK-05] without a price the campaign stands still for it, and goes on when there is one', async () => {
  const scene = await aScene(10_000, { prefix: '1' });
  expect(scene.dialled).toEqual([]);
  await standsStill(scene, TaskPauseReason.pricingError);
  await opened.db.everyTenant('a price', (tx) =>
    sql`update price_row set prefix = '' where list_id in (select id from price_list where tenant_id = ${scene.tenantId})`.execute(
      tx.as(),
    ),
  );
  scene.engine.wake(scene.tenantId);
  await dialsMoreThan(0, scene);
});

test('[TASK-05] one number without a price ends its attempt and rests; the others of the campaign are called', async () => {
  const scene = await aScene(100_000, { prefix: '52', numbers: ['12025550142', numberOf(1), numberOf(2)] });
  await expect
    .poll(async () => {
      await scene.pass(500);
      return scene.dialled.length;
    })
    .toBe(2);
  expect((await scene.attempts())[0]).toMatchObject({ isOver: true, status: FinalCallStatus.schedulingError });
  expect(await scene.now()).toMatchObject({ state: 'running' });
});

test('[TASK-05] many numbers in a row without a price stop the campaign before the whole list was tried', async () => {
  const numbers = Array.from({ length: 30 }, (_, n) => `1202555${String(1_000 + n)}`);
  const scene = await aScene(100_000, { prefix: '52', numbers });
  await standsStill(scene, TaskPauseReason.pricingError);
  expect((await scene.attempts()).length).toBeLessThan(20);
});

test('[TASK-05] a list that begins with many who have no price goes on with those behind them, and with the first once they have one', async () => {
  const unpriced = Array.from({ length: 45 }, (_, n) => `1202555${String(1_000 + n)}`);
  const scene = await aScene(100_000, { prefix: '52', numbers: [...unpriced, numberOf(1)] });
  await standsStill(scene, TaskPauseReason.pricingError);
  await expect
    .poll(async () => {
      await scene.pass(2_000, 500);
      return scene.dialled.map(({ number }) => number);
    })
    .toEqual([numberOf(1)]);
  await scene.ends(scene.dialled[0]!.callId);
  await standsStill(scene, TaskPauseReason.pricingError);
  await opened.db.everyTenant('a price', (tx) =>
    sql`update price_row set prefix = '' where list_id in (select id from price_list where tenant_id = ${scene.tenantId})`.execute(
      tx.as(),
    ),
  );
  // Nobody says so: the next look finds it.
  await expect
    .poll(async () => {
      await scene.pass(31_000, 1_000);
      return scene.dialled.length;
    })
    .toBeGreaterThan(1);
});

test('[TASK-05] money comes, and a price is still missing: the campaign says which of the two it stands still for', async () => {
  const scene = await aScene(0, { prefix: '1' });
  await standsStill(scene, TaskPauseReason.balanceInsufficient);
  await topUp(opened.db, scene.tenantId, 10_000, 'later');
  scene.engine.wake(scene.tenantId);
  await expect
    .poll(async () => {
      await scene.pass(500);
      return (await scene.now()).pauseReason;
    })
    .toBe(TaskPauseReason.pricingError);
  expect(scene.dialled).toEqual([]);
});

test('[TASK-05] a door that fails keeps no campaign from calling', async () => {
  const scene = await aScene(100_000, { doors: [async () => Promise.reject(new Error('the door is broken'))] });
  expect(scene.dialled.length).toBeGreaterThan(0);
  expect(await scene.now()).toMatchObject({ state: 'running' });
});
