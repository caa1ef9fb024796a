import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { setSkillsOfMember } from '#features/team/agent-groups/server/index.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { aCampaign, anEngine, atWork, campaignOf, membersOf, NOON } from './engine.fixture.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('[TASK-03] of the agents only who can do what a campaign asks for are dialled for, also once they learn it', async () => {
  const { db } = opened;
  const engine = await anEngine(db);
  onTestFinished(() => engine.stop());
  const { tenantId } = await aCampaign(db, { settings: { skills: [{ skill: 'es', level: 7 }] } });
  const ana = await atWork(db, engine, tenantId);
  const budi = await atWork(db, engine, tenantId);
  const learns = (userId: number, level: number) =>
    db.tenant({ tenantId }, (tx) => setSkillsOfMember(tx, userId, [{ skill: 'es', level }]));
  await learns(ana.userId, 6);
  await learns(budi.userId, 7);
  await engine.engine.moveIn(tenantId);
  await expect
    .poll(async () => {
      await engine.pass(500);
      return engine.dialled.length;
    })
    .toBe(1);
  await engine.pass(2_000, 500);
  expect(engine.dialled).toHaveLength(1);
  const [call] = engine.dialled;
  engine.rings(call!.callId);
  engine.answers(call!.callId);
  await engine.pass(500);
  expect(engine.offered).toEqual([{ callId: call!.callId, userId: budi.userId }]);
  await learns(ana.userId, 8);
  await expect
    .poll(async () => {
      await engine.pass(500);
      return engine.dialled.length;
    })
    .toBe(2);
});

test('[TASK-03] on a day without calls nobody of the place is dialled, and the campaign waits for its end', async () => {
  const { db } = opened;
  const engine = await anEngine(db);
  onTestFinished(() => engine.stop());
  const { tenantId, id } = await aCampaign(db, { customers: 3 });
  await atWork(db, engine, tenantId);
  const run = (query: ReturnType<typeof sql>) => db.tenant({ tenantId }, (tx) => query.execute(tx.as()));
  await run(sql`insert into no_call_day (country, date, name) values ('MX', '11-18', 'Quiet')`);
  await engine.engine.moveIn(tenantId);
  await expect
    .poll(async () => {
      await engine.pass(500);
      return campaignOf(db, tenantId, id);
    })
    .toMatchObject({ state: 'paused', pauseReason: TaskPauseReason.scheduledPause });
  expect(engine.dialled).toEqual([]);
  const members = await membersOf(db, tenantId);
  expect(members.every(({ nextMs, state }) => state === 0 && nextMs > NOON && nextMs <= NOON + 86_400_000)).toBe(true);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql`select distinct waits_for from campaign_customer`.execute(tx.as()),
  );
  expect(rows).toEqual([{ waits_for: 'dayOff' }]);
});
