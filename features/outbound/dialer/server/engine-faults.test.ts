import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CAMPAIGNS_DIAL, holdNumber } from '#features/outbound/campaigns/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { Failure } from '#shared/errors.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openAttemptWriter } from './attempt-writer.ts';
import {
  aCampaign,
  anEngine,
  attemptsOf,
  atWork,
  membersOf,
  NOON,
  numberOf,
  talked,
  type AttemptRow,
  type CampaignWishes,
  type EngineWishes,
} from './engine.fixture.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

interface Scene extends CampaignWishes {
  agents?: number;
  engine?: EngineWishes;
  db?: Db;
}

/** A campaign that runs, agents at work, and an engine that has not looked yet. */
async function aScene({ agents = 1, engine: wishes = {}, db = opened.db, ...campaign }: Scene = {}) {
  const engine = await anEngine(db, wishes);
  onTestFinished(() => engine.stop());
  const { tenantId, id } = await aCampaign(opened.db, campaign);
  const people = [];
  for (let n = 0; n < agents; n += 1) people.push(await atWork(opened.db, engine, tenantId));
  return {
    ...engine,
    tenantId,
    id,
    people,
    attempts: () => attemptsOf(opened.db, tenantId),
    members: () => membersOf(opened.db, tenantId),
    run: (query: ReturnType<typeof sql>) => opened.db.tenant({ tenantId }, (tx) => query.execute(tx.as())),
  };
}

async function aRunningScene(wishes: Scene = {}) {
  const scene = await aScene(wishes);
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass();
  return scene;
}

test('[TASK-02] whom the connection was lost over is called once, and it costs them none of their calls', async () => {
  let loses = true;
  const db: Db = {
    ...opened.db,
    async tenant(who, work) {
      const done = await opened.db.tenant(who, work);
      const outcome: unknown = done;
      if (!loses || !(outcome as { begun?: unknown[] } | null | undefined)?.begun?.length) return done;
      loses = false;
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    },
  };
  const scene = await aScene({ db, customers: 1, settings: { retry: { attempts: 1, perDay: 1, waits: [] } } });
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass(2_500);
  expect(loses).toBe(false);
  expect(scene.dialled.map(({ number }) => number)).toEqual([numberOf(0)]);
  expect((await scene.attempts()).map(({ status, isOver }) => [status, isOver])).toEqual([
    [FinalCallStatus.stopped, true],
    [LiveCallStatus.dialing, false],
  ]);
  await scene.ends(scene.dialled[0]!.callId);
  await scene.pass();
  expect((await scene.members())[0]).toMatchObject({ state: 1, closedBy: 'attempts', attempts: 1 });
});

test('[TASK-02] an end is decided by what was told before it, also when what is written has to be written one by one', async () => {
  const scene = await aRunningScene({ agents: 2, customers: 2 });
  const [first, second] = (await scene.attempts()) as [AttemptRow, AttemptRow];
  let refusals = 2;
  const db: Db = {
    ...opened.db,
    tenant: (who, work) => ((refusals -= 1) >= 0 ? Promise.reject(new Error('not now')) : opened.db.tenant(who, work)),
  };
  const writer = openAttemptWriter({ ...scene, db, after: scene.clock.after, flows: null });
  writer.note({ callId: first.callId, status: LiveCallStatus.ringing });
  writer.note({ callId: second.callId, byMachine: true, answeredMs: NOON });
  writer.end({
    callId: second.callId,
    campaignId: scene.id,
    status: FinalCallStatus.talked,
    talkSec: 3,
    endedMs: NOON,
    wasMachine: true,
    ofFlow: null,
  });
  await writer.settled();
  const rows = await scene.attempts();
  expect(rows.map(({ status }) => status)).toEqual([LiveCallStatus.ringing, FinalCallStatus.talked]);
  // A machine took it: they are called again, as the rule says.
  const again = (await scene.members()).find(({ id }) => id === second.memberId);
  expect(again).toMatchObject({ state: 0, attempts: 1 });
});

test('[TASK-02] what is told while a home is lost and had back is written', async () => {
  const scene = await aRunningScene({ customers: 1 });
  const [{ callId }] = (await scene.attempts()) as [AttemptRow];
  let isLost = true;
  const db: Db = {
    ...opened.db,
    async tenant(who, work) {
      if (!isLost) return opened.db.tenant(who, work);
      isLost = false;
      throw new LeaseLost('desk');
    },
  };
  const writer = openAttemptWriter({ ...scene, db, after: scene.clock.after, flows: null });
  writer.note({ callId, status: LiveCallStatus.ringing });
  await expect
    .poll(async () => {
      scene.clock.turn(500);
      return (await scene.attempts())[0]!.status;
    })
    .toBe(LiveCallStatus.ringing);
});

test('[TASK-02] who wants no more calls is kept out at once, whatever the number was listed for, and until when', async () => {
  const scene = await aRunningScene({ customers: 1 });
  await scene.run(
    sql`insert into blacklist_entry (pattern, scopes, expires_at) values (${numberOf(0)}, '{sms}', now() + interval '1 day')`,
  );
  scene.phones.take = false;
  scene.answers(scene.dialled[0]!.callId);
  scene.givesUp(scene.dialled[0]!.callId);
  scene.optsOut(scene.dialled[0]!.callId);
  await scene.pass();
  expect((await scene.attempts())[0]).toMatchObject({ isOver: false });
  const listed = (await scene.run(sql`select scopes, expires_at "expiresAt" from blacklist_entry`)).rows;
  expect(listed).toEqual([{ scopes: ['sms', 'task'], expiresAt: null }]);
});

test('[TASK-02] programs are told of customers who are done with because they may not be called', async () => {
  const scene = await aScene({ customers: 2 });
  await scene.run(sql`insert into blacklist_entry (pattern, scopes) values (${numberOf(0)}, '{task}')`);
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass();
  expect((await scene.members())[0]).toMatchObject({ closedBy: 'blacklisted' });
  // Each thing told is numbered: it was this one alone.
  expect((await scene.run(sql`select news from campaign`)).rows).toEqual([{ news: 1 }]);
});

test('[TASK-02] who found nobody when a process died is counted by the one after it', async () => {
  const died = await aRunningScene({ customers: 3 });
  const { tenantId, id } = died;
  await died.engine.moveOut(tenantId);
  await died.run(sql`
    insert into call_record (call_id, node, direction, started_at, answered_at, ended_at, customer_number, our_number, outcome, cause, ended_by, task_id)
    select call_id, 'a', 'outbound', began_at, began_at, began_at, number, '', ${CallOutcome.noAgent}, 'normal', 'server', campaign_id::text from campaign_attempt`);
  await died.run(sql`update campaign_attempt set left_at = null`);
  const next = await anEngine(opened.db);
  onTestFinished(() => next.stop());
  await next.engine.moveIn(tenantId);
  await next.pass();
  expect(await died.attempts()).toMatchObject([{ isAbandoned: true, isOver: true }]);
  expect(next.engine.live(tenantId, id)!.today).toEqual({ answered: 1, abandoned: 1 });
});

test('[TASK-02] a call that outlived its process is brought to its end by the next one, whatever it is told first', async () => {
  const scene = await aRunningScene({ customers: 1 });
  const { callId } = scene.dialled[0]!;
  const found = { callId, goal: 'agents', hasRung: true, userId: null, offeredTo: null } as const;
  const next = async () => {
    await scene.engine.moveOut(scene.tenantId);
    const dialledMs = scene.clock.nowMs() - 5_000;
    await scene.engine.moveIn(scene.tenantId, [{ ...found, at: 'ringing', dialledMs }]);
  };
  await next();
  await scene.pass();
  expect(await scene.attempts()).toMatchObject([{ callId, isOver: false }]);
  expect(scene.engine.live(scene.tenantId, scene.id)).toMatchObject({ ringing: 1 });
  await next();
  // Before its campaign was read.
  await scene.ends(callId);
  await scene.pass();
  expect(await scene.attempts()).toMatchObject([{ callId, status: FinalCallStatus.ringNotAnswered, isOver: true }]);
});

test('[TASK-02] a team that has spent what it may on a day stands still once, until it may spend again', async () => {
  const scene = await aScene();
  await scene.run(sql`insert into call_limit (kind, max) values ('costPerDay', 0)`);
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass(3_000);
  expect(await scene.attempts()).toEqual([]);
  const stands = (await scene.run(sql`select state, pause_reason reason, news from campaign`)).rows;
  expect(stands).toEqual([{ state: 'paused', reason: TaskPauseReason.balanceInsufficient, news: 1 }]);
  await scene.run(sql`update call_limit set max = 500`);
  scene.engine.wake(scene.tenantId);
  await expect
    .poll(async () => {
      await scene.pass(500);
      return scene.dialled.length;
    })
    .toBe(1);
});

test('[TASK-02] an agent who was called off in time has handled nothing', async () => {
  const scene = await aScene();
  const [ana] = scene.people;
  const nowMs = (): number => scene.clock.nowMs();
  scene.desk.offer = async (_tenantId, callId) => {
    await scene.board.send(ana!, { type: 'callOffered', callId, forCampaign: true, nowMs: nowMs() });
    return true;
  };
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass();
  const { callId } = scene.dialled[0]!;
  const { handlingMs } = scene.engine.live(scene.tenantId, scene.id)!.why!;
  scene.answers(callId);
  await scene.pass(2_000);
  scene.givesUp(callId);
  await scene.board.send(ana!, { type: 'offerEnded', callId, outcome: 'withdrawn', nowMs: nowMs() });
  await scene.ends(callId, talked(2_000));
  await scene.pass();
  expect(scene.engine.live(scene.tenantId, scene.id)!.why!.handlingMs).toBe(handlingMs);
});

test('[TASK-02] a wall that is set back while people talk leaves what is expected of them as it was', async () => {
  const scene = await aRunningScene({ agents: 3, settings: { dispatchType: 3 } });
  scene.answers(scene.dialled[0]!.callId);
  await scene.pass(1_000);
  scene.clock.setWall(-3_600_000);
  await scene.pass(1_000);
  const { why } = scene.engine.live(scene.tenantId, scene.id)!;
  expect(why).toMatchObject({ handling: 1, expectedFree: expect.any(Number) });
  expect(why!.expectedFree).toBeGreaterThan(0);
});

test('[TASK-02] a campaign that began to run while nobody could hear of it is found', async () => {
  const missed: ((payload: string) => void)[] = [];
  const db: Db = {
    ...opened.db,
    async listen(channel, listener) {
      if (channel !== CAMPAIGNS_DIAL) return opened.db.listen(channel, listener);
      missed.push(listener);
      return () => {};
    },
  };
  let isMoving = true;
  const find = async () => {
    if (!isMoving) return { at: 'here' } as const;
    isMoving = false;
    throw new Failure('unavailable');
  };
  const scene = await aScene({ db, engine: { find } });
  for (const listener of missed) listener('');
  await expect
    .poll(async () => {
      await scene.pass(500);
      return scene.dialled.filter(({ tenantId }) => tenantId === scene.tenantId).length;
    })
    .toBe(1);
});

test('[TASK-03] a call that somebody ends while its sentences are spoken beforehand never leaves', async () => {
  const spoken = Promise.withResolvers<Record<string, string>>();
  let asked = 0;
  const prepare = () => {
    asked += 1;
    return spoken.promise;
  };
  const flows = { prepare, resultOf: async () => null };
  const scene = await aScene({ kind: 'ai', agents: 0, customers: 1, engine: { flows }, settings: { flowId: 5 } });
  await scene.engine.moveIn(scene.tenantId);
  scene.clock.turn(100);
  await expect.poll(() => asked).toBe(1);
  expect(scene.engine.endCall(scene.tenantId, (await scene.attempts())[0]!.callId)).toBe(true);
  spoken.resolve({});
  await scene.pass(3_000);
  expect(scene.dialled).toEqual([]);
  expect(await scene.attempts()).toMatchObject([{ status: FinalCallStatus.stopped, isOver: true }]);
  expect(Math.round(((await scene.members())[0]!.nextMs - scene.clock.nowMs()) / 60_000)).toBe(60);
});

test('[TASK-03] while nothing can be spoken a list is not used up', async () => {
  const flows = { prepare: async () => null, resultOf: async () => null };
  const settings = { flowId: 5, callsAtOnce: 1 };
  const scene = await aScene({ kind: 'ai', agents: 0, customers: 40, engine: { flows }, settings });
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass(10_000);
  expect((await scene.attempts()).length).toBeLessThanOrEqual(5);
});

test('[TASK-03] the calls of one turn are planned together, each after its attempt was written down', async () => {
  const asked: { planned: number; written: number }[] = [];
  let tenantId = 0;
  const scene = await aScene({
    agents: 30,
    customers: 30,
    engine: {
      planned: (plan) => async (team, asks) => {
        const rows = await attemptsOf(opened.db, tenantId);
        const numbers = new Set(asks.map(({ number }) => number));
        const due = await membersOf(opened.db, tenantId);
        const ids = new Set(due.filter(({ number }) => numbers.has(number)).map(({ id }) => id));
        asked.push({ planned: asks.length, written: rows.filter(({ memberId }) => ids.has(memberId)).length });
        return plan(team, asks);
      },
    },
  });
  tenantId = scene.tenantId;
  await scene.engine.moveIn(tenantId);
  await scene.pass();
  expect(scene.dialled).toHaveLength(30);
  expect(asked).toEqual([
    { planned: 20, written: 20 },
    { planned: 10, written: 10 },
  ]);
});

test('[TASK-03] whom no call can be planned for keeps nobody else from being called', async () => {
  const scene = await aRunningScene({
    agents: 4,
    customers: 4,
    engine: {
      planned: (plan) => async (team, asks) => {
        if (asks.some(({ number }) => number === numberOf(2))) throw new Error('no such plan');
        return plan(team, asks);
      },
    },
  });
  expect(scene.dialled.map(({ number }) => number)).toEqual([numberOf(0), numberOf(1), numberOf(3)]);
  const ends = (await scene.attempts()).filter(({ isOver }) => isOver).map(({ status }) => status);
  expect(ends).toEqual([FinalCallStatus.schedulingError]);
});

test('[TASK-03] a call that was planned and does not leave gives its place on the line back', async () => {
  const grouped = () => () => Promise.reject(new Error('no answer'));
  const scene = await aScene({ agents: 0, customers: 1, engine: { grouped } });
  const [group] = (await scene.run(sql`insert into agent_group (name, group_no) values ('Sales', 1) returning id`))
    .rows as { id: number }[];
  const ana = await atWork(opened.db, scene, scene.tenantId);
  await scene.run(sql`insert into agent_group_member (group_id, user_id) values (${group!.id}, ${ana.userId})`);
  await scene.run(sql`update campaign set group_id = ${group!.id}`);
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass();
  const taken = async () => (await scene.run(sql`select 1 from call_attempt where ended_at is null`)).rows.length;
  expect((await scene.attempts()).map(({ status }) => status)).toEqual([FinalCallStatus.schedulingError]);
  expect(scene.dialled).toEqual([]);
  expect(await taken(), 'nobody has the place').toBe(0);
});

test('[TASK-05] a number that somebody dials in this very moment is not dialled besides', async () => {
  const scene = await aScene({ agents: 2, customers: 2 });
  await opened.db.tenant({ tenantId: scene.tenantId }, async (tx) => {
    await holdNumber(tx, numberOf(0));
    await scene.engine.moveIn(scene.tenantId);
    await scene.pass(500);
    expect(scene.dialled.map(({ number }) => number)).toEqual([numberOf(1)]);
  });
  await scene.pass(16_000, 1_000);
  expect(scene.dialled.map(({ number }) => number)).toEqual([numberOf(1), numberOf(0)]);
});

test('[TASK-05] a campaign that cannot be looked at keeps no other from dialling, also while it stands still', async () => {
  const looks = ({ routerId }: { routerId: number }): void => {
    if (routerId === 77) throw new Error('no such table');
  };
  const scene = await aScene({ agents: 2, customers: 2, settings: { routerId: 77 }, engine: { looks } });
  await aCampaign(opened.db, { tenantId: scene.tenantId, customers: 2, first: 50 });
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass(1_500);
  const dialled = () => scene.dialled.map(({ number }) => number);
  expect(dialled()).toContain(numberOf(50));
  expect(dialled()).not.toContain(numberOf(0));
  await scene.run(
    sql`update campaign set state = 'paused', pause_reason = ${TaskPauseReason.scheduledPause} where id = ${scene.id}`,
  );
  scene.engine.wake(scene.tenantId);
  await scene.ends(scene.dialled[0]!.callId, talked(1_000));
  await scene.pass(3_000);
  expect(dialled()).toContain(numberOf(51));
});

test('[TASK-03] another rule while people are being connected counts nobody twice, and forgets nobody', async () => {
  const scene = await aRunningScene({ agents: 2, customers: 2, settings: { dispatchType: 3 } });
  const [first, second] = scene.dialled.map(({ callId }) => callId) as [string, string];
  scene.answers(second);
  await scene.pass();
  scene.phones.take = false;
  scene.answers(first);
  await scene.pass();
  await scene.run(sql`update campaign set abandon_per_mille = 20`);
  scene.engine.wake(scene.tenantId);
  await scene.pass();
  scene.givesUp(first);
  await scene.ends(first, talked(3_000));
  await scene.pass();
  expect(scene.engine.live(scene.tenantId, scene.id)!.today).toEqual({ answered: 2, abandoned: 1 });
});

test('[TASK-03] a wall that is set by days keeps what was answered as long ago as it was', async () => {
  const settings = { flowId: 5, callsAtOnce: 3 };
  const scene = await aRunningScene({ kind: 'ai', agents: 0, customers: 3, settings });
  const today = () => scene.engine.live(scene.tenantId, scene.id)!.thirtyDays;
  scene.answers(scene.dialled[0]!.callId);
  await scene.pass();
  for (const byMs of [3 * 86_400_000, -3 * 86_400_000]) {
    scene.clock.setWall(byMs);
    await scene.pass(2_000);
    expect(today()).toEqual({ answered: 1, abandoned: 0 });
  }
  scene.answers(scene.dialled[1]!.callId);
  await scene.pass();
  expect(today()).toEqual({ answered: 2, abandoned: 0 });
});

test('[TASK-03] whom a list that is too old says nothing about rests for a day and says why; a newer list ends it', async () => {
  const scene = await aScene({ agents: 1, customers: 3 });
  await scene.run(
    sql`insert into do_not_call_register (country, name, file_id, issued_on, numbers) values ('MX', 'Old', 1, '2020-01-01', 1)`,
  );
  await scene.run(sql`update campaign_customer set consent = 0`);
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass(1_500);
  expect(scene.dialled).toEqual([]);
  expect(scene.engine.live(scene.tenantId, scene.id)!.limit).toBe('oldList');
  for (const { nextMs } of await scene.members())
    expect(Math.round((nextMs - scene.clock.nowMs()) / 3_600_000)).toBe(24);
  expect((await scene.run(sql`select distinct waits_for "for" from campaign_customer`)).rows).toEqual([
    { for: 'oldList' },
  ]);
});

test('[TASK-03] a limit of the team on one number lets that number rest; one on numbers at all lets the task rest', async () => {
  const scene = await aScene({ agents: 2, customers: 2 });
  await scene.run(sql`insert into call_limit (kind, max, window_sec) values ('perNumber', 1, 3600)`);
  await scene.run(sql`
    insert into call_attempt (user_id, number, trunk_id, at, ended_at, answered) select 0, ${numberOf(0)}, id, ${new Date(NOON - 60_000)}, ${new Date(NOON - 50_000)}, true from trunk`);
  await scene.engine.moveIn(scene.tenantId);
  await scene.pass(500);
  expect(scene.dialled.map(({ number }) => number)).toEqual([numberOf(1)]);
  const [rests] = await scene.members();
  expect(Math.round((rests!.nextMs - scene.clock.nowMs()) / 3_600_000)).toBe(24);
  expect(rests).toMatchObject({ state: 0, attempts: 0 });
});
