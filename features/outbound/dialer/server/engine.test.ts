import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { zonesOfCustomer } from '#features/outbound/campaigns/core/zones-of-number.ts';
import { moveCampaign, wakeDialler } from '#features/outbound/campaigns/server/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { handClock } from '#test/clock.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import {
  aCampaign,
  anEngine,
  attemptsOf,
  atWork,
  campaignOf,
  membersOf,
  NOON,
  numberOf,
  talked,
  type CampaignWishes,
  type EngineWishes,
} from './engine.fixture.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** A campaign that runs, agents at work, and the engine that dials for them. */
async function aScene({ agents = 1, engine: wishes = {}, ...campaign }: Scene = {}) {
  const { db } = opened;
  const engine = await anEngine(db, wishes);
  onTestFinished(() => engine.stop());
  const { tenantId, id } = await aCampaign(db, campaign);
  const people = [];
  for (let n = 0; n < agents; n += 1) people.push(await atWork(db, engine, tenantId));
  await engine.engine.moveIn(tenantId);
  await engine.pass();
  return {
    ...engine,
    tenantId,
    id,
    people,
    attempts: () => attemptsOf(db, tenantId),
    members: () => membersOf(db, tenantId),
    campaign: () => campaignOf(db, tenantId, id),
    move: async (event: Parameters<typeof moveCampaign>[2]) => {
      await db.tenant({ tenantId }, (tx) => moveCampaign(tx, id, event, engine.clock.nowMs()));
      engine.engine.wake(tenantId);
      await engine.pass();
    },
    run: (query: ReturnType<typeof sql>) => db.tenant({ tenantId }, (tx) => query.execute(tx.as())),
  };
}
interface Scene extends CampaignWishes {
  agents?: number;
  engine?: EngineWishes;
}

test('[TASK-03] an attempt is a row with the id of its call before the call leaves, and learns what becomes of it', async () => {
  const scene = await aScene({ agents: 2 });
  expect(scene.dialled).toHaveLength(2);
  const rows = await scene.attempts();
  expect(rows.map(({ callId }) => callId)).toEqual(scene.dialled.map(({ callId }) => callId));
  const [first, second] = scene.dialled.map(({ callId }) => callId) as [string, string];
  scene.rings(first);
  await scene.pass(20, 20);
  expect((await scene.attempts())[0]).toMatchObject({ status: LiveCallStatus.ringing, isOver: false });
  scene.answers(first);
  await scene.pass();
  expect(scene.offered[0]).toMatchObject({ callId: first });
  await scene.ends(first, talked(65_400));
  await scene.ends(second);
  await scene.pass();
  const [talkedTo, missed] = await scene.attempts();
  expect(talkedTo).toMatchObject({
    status: FinalCallStatus.talked,
    talkSec: 65,
    userId: scene.offered[0]!.userId,
    isOver: true,
  });
  expect(missed).toMatchObject({ status: FinalCallStatus.ringNotAnswered, isOver: true });
  const [done, again] = await scene.members();
  expect(done).toMatchObject({ state: 1, closedBy: 'result', attempts: 1 });
  expect(again).toMatchObject({ state: 0, attempts: 1 });
  // Two hours after nobody answered, as the rule says.
  expect(Math.round((again!.nextMs - scene.clock.nowMs()) / 60_000)).toBe(120);
});

test('[TASK-03] nobody is dialled while nobody is there to talk, and nothing rings for somebody on a break', async () => {
  const scene = await aScene({ agents: 0 });
  expect(scene.dialled).toHaveLength(0);
  const ana = await atWork(opened.db, scene, scene.tenantId);
  await scene.pass();
  expect(scene.dialled).toHaveLength(1);
  await scene.ends(scene.dialled[0]!.callId);
  const rests = { type: 'statusChosen', status: AgentStatus.eating, nowMs: scene.clock.nowMs() } as const;
  await scene.pass(20, 20);
  await scene.board.send(ana, rests);
  const dialled = scene.dialled.length;
  await scene.pass(3_000, 500);
  for (const { callId } of scene.dialled.slice(1)) await scene.ends(callId);
  await scene.pass(3_000, 500);
  expect(scene.dialled).toHaveLength(dialled);
});

test('[TASK-03] an agent somebody is rung for gets no other call, and a rest they choose comes afterwards', async () => {
  const scene = await aScene();
  const [ana] = scene.people;
  const now = () => scene.board.agent(ana!.userId, scene.tenantId)!;
  await expect.poll(() => now().whyNotRoutable).toBe('held');
  await scene.board.send(ana!, { type: 'statusChosen', status: AgentStatus.eating, nowMs: scene.clock.nowMs() });
  expect(now()).toMatchObject({ status: AgentStatus.available, nextStatus: AgentStatus.eating });
  await scene.pass();
  expect(scene.ended).toEqual([]);
  await scene.ends(scene.dialled[0]!.callId);
  await scene.pass(2_000, 500);
  await expect.poll(() => now().status).toBe(AgentStatus.eating);
  expect(scene.dialled).toHaveLength(1);
});

test('[TASK-03] when an agent goes home while somebody rings for them, the call is taken back', async () => {
  const scene = await aScene();
  scene.rings(scene.dialled[0]!.callId);
  await scene.board.send(scene.people[0]!, {
    type: 'statusForced',
    status: AgentStatus.offline,
    by: 'Sofía',
    nowMs: scene.clock.nowMs(),
  });
  await scene.pass();
  expect(scene.ended).toEqual([{ callId: scene.dialled[0]!.callId, how: 'withdrawn' }]);
  expect((await scene.attempts())[0]).toMatchObject({ status: FinalCallStatus.stopped, isOver: true });
});

test('[TASK-03] who found nobody is left alone for 72 hours by every campaign that dials', async () => {
  const scene = await aScene({ customers: 1, settings: { retry: { attempts: 5, perDay: 5, waits: [] } } });
  const [call] = scene.dialled;
  scene.phones.take = false;
  scene.answers(call!.callId);
  await scene.pass(20, 20);
  scene.givesUp(call!.callId);
  await scene.ends(call!.callId, talked(3_000));
  await scene.pass();
  expect((await scene.attempts())[0]).toMatchObject({ isAbandoned: true, isOver: true });
  const other = await aCampaign(opened.db, { tenantId: scene.tenantId, customers: 2 });
  await scene.run(sql`update campaign set other_campaigns = 'allow'`);
  scene.engine.wake(scene.tenantId);
  await scene.pass(1_500);
  // The other number of the second list is called at once; this one is not.
  expect(scene.dialled.slice(1).map(({ number }) => number)).toEqual([numberOf(1)]);
  const waits = (await scene.members()).find(({ number, state }) => number === numberOf(0) && state === 0);
  expect(Math.round((waits!.nextMs - NOON) / 3_600_000)).toBe(72);
  expect(other.id).not.toBe(scene.id);
});

test('[TASK-03] who found nobody stays in the list and comes again after 72 hours; it was a try', async () => {
  const scene = await aScene({ customers: 1, settings: { retry: { attempts: 2, perDay: 5, waits: [] } } });
  const findsNobody = async (): Promise<void> => {
    const { callId } = scene.dialled.at(-1)!;
    scene.phones.take = false;
    scene.answers(callId);
    scene.givesUp(callId);
    await scene.ends(callId, talked(3_000));
    await scene.pass();
  };
  await findsNobody();
  const [waits] = await scene.members();
  expect(waits).toMatchObject({ state: 0, attempts: 1 });
  expect(Math.round((waits!.nextMs - scene.clock.nowMs()) / 3_600_000)).toBe(72);
  await scene.pass(72 * 3_600_000 + 60_000, 3_600_000);
  await scene.board.send(scene.people[0]!, { type: 'heardFrom', nowMs: scene.clock.nowMs() });
  await scene.pass(31_000, 1_000);
  expect(scene.dialled).toHaveLength(2);
  await findsNobody();
  expect((await scene.members())[0]).toMatchObject({ state: 1, closedBy: 'attempts', attempts: 2 });
});

test('[TASK-03] who hangs up while machines are listened for was not talked with, and is called again as if they had not answered', async () => {
  const settings = {
    machineRule: 'hangUp',
    retry: { attempts: 3, waits: [{ on: 'noAnswer', minutes: 30, attempts: 3 }] },
  };
  const scene = await aScene({ customers: 1, settings });
  const { callId } = scene.dialled[0]!;
  scene.rings(callId);
  await scene.ends(callId, { ...talked(1_000), outcome: 'abandoned' });
  await scene.pass();
  expect(await scene.attempts()).toMatchObject([
    { status: FinalCallStatus.failedToConnect, talkSec: 0, isAbandoned: false, isOver: true },
  ]);
  const [waits] = await scene.members();
  expect(waits).toMatchObject({ state: 0, attempts: 1 });
  expect(Math.round((waits!.nextMs - scene.clock.nowMs()) / 60_000)).toBe(30);
  expect(scene.engine.live(scene.tenantId, scene.id)!.today).toEqual({ answered: 0, abandoned: 0 });
});

test('[TASK-03] of agents who take calls and dial, some are kept for callers who are expected as on other days', async () => {
  const scene = await aScene({ agents: 0, customers: 10 });
  const [group] = (await scene.run(sql`insert into agent_group (name, group_no) values ('Sales', 1) returning id`))
    .rows as { id: number }[];
  await scene.run(sql`
    insert into call_record (call_id, node, direction, started_at, ended_at, customer_number, our_number, group_id)
    select 'in ' || d || ' ' || n, 'n', 'inbound', to_timestamp(${NOON / 1_000}) - d * interval '1 day' + (n - 30) * interval '20 seconds', now(), '525599999999', '525550000101', ${group!.id}
    from generate_series(1, 7) d, generate_series(1, 60) n`);
  const people = [];
  for (let n = 0; n < 3; n += 1) people.push(await atWork(opened.db, scene, scene.tenantId));
  const ids = people.map(({ userId }) => userId);
  await scene.run(
    sql`insert into agent_group_member (group_id, user_id) select ${group!.id}, unnest(${ids}::bigint[])`,
  );
  await scene.run(sql`update campaign set group_id = ${group!.id}`);
  await scene.line.refresh(scene.tenantId);
  scene.engine.wake(scene.tenantId);
  await scene.pass(1_500);
  expect(scene.engine.live(scene.tenantId, scene.id)!.why).toMatchObject({ callersPerQuarter: 15, keptForInbound: 1 });
  expect(scene.dialled).toHaveLength(2);
});

test('[TASK-03] what the group of a task says before recording is known to its calls', async () => {
  const scene = await aScene({ agents: 0, customers: 1 });
  const rules = { countries: [], otherwise: 'consent', unknown: 'consent' };
  const [group] = (
    await scene.run(
      sql`insert into agent_group (name, group_no, recording_rules) values ('Sales', 1, ${JSON.stringify(rules)}::jsonb) returning id`,
    )
  ).rows as { id: number }[];
  const ana = await atWork(opened.db, scene, scene.tenantId);
  await scene.run(sql`insert into agent_group_member (group_id, user_id) values (${group!.id}, ${ana.userId})`);
  await scene.run(sql`update campaign set group_id = ${group!.id}`);
  await scene.line.refresh(scene.tenantId);
  scene.engine.wake(scene.tenantId);
  await scene.pass(1_500);
  expect(scene.dialled[0]?.media).toMatchObject({ recordingRules: rules });
});

test('[TASK-03] a number that comes onto the blacklist a moment before is not called', async () => {
  const scene = await aScene({ agents: 0 });
  await scene.run(sql`insert into blacklist_entry (pattern, scopes) values (${numberOf(0)}, '{task}')`);
  await atWork(opened.db, scene, scene.tenantId);
  await scene.pass();
  expect(scene.dialled.map(({ number }) => number)).toEqual([numberOf(1)]);
  expect((await scene.members())[0]).toMatchObject({ state: 1, closedBy: 'blacklisted' });
});

test('[TASK-03] whoever presses the key is never called again: a customer by their own wish, a number by the blacklist', async () => {
  const scene = await aScene({ customers: 2, agents: 2 });
  await scene.run(
    sql`insert into customer (full_name, phones, phone_countries) values ('Lucía', ${[numberOf(0)]}, '{MX}')`,
  );
  for (const { callId } of scene.dialled) {
    scene.answers(callId);
    scene.optsOut(callId);
    await scene.ends(callId, talked(2_000));
  }
  await scene.pass();
  const customer = (await scene.run(sql`select do_not_call "doNotCall" from customer`)).rows;
  expect(customer).toEqual([{ doNotCall: true }]);
  const listed = (await scene.run(sql`select pattern, scopes from blacklist_entry`)).rows;
  expect(listed).toEqual([{ pattern: numberOf(1), scopes: ['task'] }]);
  expect((await scene.members()).map(({ closedBy }) => closedBy)).toEqual(['optedOut', 'optedOut']);
});

test('[TASK-05] a pause begins nothing new, lets what rings ring, and goes on where it was', async () => {
  const scene = await aScene({ agents: 2 });
  const [first, second] = scene.dialled.map(({ callId }) => callId) as [string, string];
  await scene.move({ type: 'paused', reason: TaskPauseReason.customerPaused });
  expect(scene.ended).toEqual([]);
  scene.answers(first);
  await scene.pass();
  expect(scene.offered).toHaveLength(1);
  await scene.ends(first, talked(1_000));
  await scene.ends(second);
  await scene.pass(3_000, 500);
  expect(scene.dialled).toHaveLength(2);
  await scene.move({ type: 'started' });
  expect(scene.dialled.length).toBeGreaterThan(2);
});

test('[TASK-03] a campaign whose last customer is done with is through', async () => {
  const scene = await aScene({ customers: 3, agents: 3, settings: { retry: { attempts: 1, waits: [] } } });
  for (const { callId } of scene.dialled) await scene.ends(callId);
  await scene.pass();
  expect(await scene.campaign()).toMatchObject({ state: 'completed', completed: 3 });
  scene.engine.wake(scene.tenantId);
  await scene.pass();
  expect(scene.engine.live(scene.tenantId, scene.id)).toBeNull();
});

test('[TASK-03] the lines of a second and of all calls at once are never exceeded', async () => {
  const scene = await aScene({ customers: 60, agents: 40, line: { perSec: 5, maxCalls: 12 } });
  await scene.pass(6_000, 100);
  const starts = scene.dialled.map(({ atMs }) => atMs);
  for (const atMs of starts)
    expect(starts.filter((other) => other > atMs - 1_000 && other <= atMs).length).toBeLessThanOrEqual(5);
  expect(scene.dialled).toHaveLength(12);
  expect(await scene.attempts()).toHaveLength(12);
});

test('[TASK-05] a door that says no pauses with its reason, and its end lets the campaign go on', async () => {
  let stop: 4 | null = 4;
  const doors = [async () => (stop === null ? null : { pauses: stop })];
  const scene = await aScene({ engine: { doors } });
  expect(scene.dialled).toHaveLength(0);
  expect(await scene.campaign()).toMatchObject({ state: 'paused', pauseReason: TaskPauseReason.balanceInsufficient });
  stop = null;
  await opened.db.tenant({ tenantId: scene.tenantId }, (tx) => wakeDialler(tx, scene.id));
  await expect
    .poll(async () => {
      await scene.pass(500, 100);
      return (await scene.campaign()).state;
    })
    .toBe('running');
  await scene.pass(500, 100);
  expect(scene.dialled).toHaveLength(1);
});

test.each([3, 5, 6] as const)('[TASK-03] a door can pause with reason %i', async (reason) => {
  const scene = await aScene({ engine: { doors: [async () => ({ pauses: reason })] } });
  expect(await scene.campaign()).toMatchObject({ state: 'paused', pauseReason: reason });
  expect(await scene.attempts()).toEqual([]);
});

test('[TASK-05] without a line the campaign stands still, and goes on when there is one', async () => {
  const scene = await aScene({ agents: 0 });
  await scene.run(sql`update trunk set enabled = false`);
  await atWork(opened.db, scene, scene.tenantId);
  await scene.pass();
  expect(await scene.campaign()).toMatchObject({ state: 'paused', pauseReason: TaskPauseReason.routeMissing });
  expect(await scene.attempts()).toEqual([]);
  await scene.run(sql`update trunk set enabled = true`);
  await scene.pass(31_000, 1_000);
  await expect
    .poll(async () => {
      await scene.pass(1_000, 200);
      return scene.dialled.length;
    })
    .toBe(1);
});

test('[TASK-05] at night where the customers are it pauses by its schedule, and goes on in the morning', async () => {
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: 540, to: 1_080 }];
  const clock = handClock(NOON + 7 * 3_600_000);
  const scene = await aScene({ engine: { clock }, settings: { hours } });
  expect(scene.dialled).toHaveLength(0);
  expect(await scene.campaign()).toMatchObject({ state: 'paused', pauseReason: TaskPauseReason.scheduledPause });
  await scene.pass(13 * 3_600_000, 1_800_000);
  expect(await scene.campaign()).toMatchObject({ state: 'paused' });
  await scene.pass(150 * 60_000, 600_000);
  await scene.board.send(scene.people[0]!, { type: 'heardFrom', nowMs: clock.nowMs() });
  await scene.pass(31_000, 1_000);
  // Nine o'clock in Mexico City has struck.
  expect(scene.dialled.map(({ atMs }) => new Date(atMs).getUTCHours() >= 15)).toEqual([true]);
});

test('[TASK-05] hours by the clock of the team pause it too', async () => {
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 60 }];
  const scene = await aScene({ settings: { hours, zoneRule: 'team' } });
  expect(scene.dialled).toHaveLength(0);
  expect(await scene.campaign()).toMatchObject({ state: 'paused', pauseReason: TaskPauseReason.scheduledPause });
});

test('[TASK-02] a flow calls without agents: as many at once as it is set to, with what the columns say', async () => {
  const scene = await aScene({
    kind: 'ai',
    agents: 0,
    customers: 8,
    settings: { flowId: 5, callsAtOnce: 3, flowValues: { contract: 'contract' } },
  });
  expect(scene.dialled).toHaveLength(3);
  const first = scene.dialled.find(({ number }) => number === numberOf(0))!;
  expect(first.goal).toEqual({
    kind: 'flow',
    flowId: 5,
    fallbackGroupId: null,
    machine: { rule: 'connect' },
    values: { contract: 'A-0' },
  });
  await scene.pass(1_100);
  expect(scene.engine.live(scene.tenantId, scene.id)).toMatchObject({ dialling: 3, limit: 'calls', free: 0 });
  scene.answers(scene.dialled[0]!.callId);
  await scene.ends(scene.dialled[0]!.callId, talked(12_000));
  await scene.pass();
  expect(scene.dialled).toHaveLength(4);
  expect(scene.engine.live(scene.tenantId, scene.id)!.today).toEqual({ answered: 1, abandoned: 0 });
});

test('[TASK-02] a machine hears what the task says instead of its flow, and is called again as the rules say', async () => {
  const retry = { attempts: 3, waits: [{ on: 'machine', minutes: 60, attempts: 2 }] };
  const settings = { flowId: 5, machineRule: 'message', machineSoundId: 9, retry };
  const scene = await aScene({ kind: 'ai', agents: 0, customers: 1, settings });
  const { callId, goal } = scene.dialled[0]!;
  expect(goal.machine).toEqual({ rule: 'message', soundId: 9 });
  scene.rings(callId);
  scene.machine(callId);
  await scene.ends(callId, { ...talked(20_000), outcome: 'machine' });
  await scene.pass();
  expect(await scene.attempts()).toMatchObject([{ status: FinalCallStatus.talked, isOver: true }]);
  const [waits] = await scene.members();
  expect(waits).toMatchObject({ state: 0, attempts: 1 });
  expect(Math.round((waits!.nextMs - scene.clock.nowMs()) / 60_000)).toBe(60);
});

test('[TASK-02] what cannot be spoken beforehand is not dialled, and ends as such', async () => {
  const flows = { prepare: async () => null, resultOf: async () => null };
  const scene = await aScene({
    kind: 'ai',
    agents: 0,
    customers: 1,
    engine: { flows },
    settings: { flowId: 5, retry: { attempts: 1, waits: [] } },
  });
  expect(scene.dialled).toHaveLength(0);
  expect((await scene.attempts())[0]).toMatchObject({ status: FinalCallStatus.ttsFailed, isOver: true });
  // It costs them none of their calls.
  const [waits] = await scene.members();
  expect(waits).toMatchObject({ state: 0, attempts: 0 });
  expect(Math.round((waits!.nextMs - scene.clock.nowMs()) / 60_000)).toBe(60);
});

test('[TASK-05] whoever comes after a process that died ends what nobody can decide, and never dials it again', async () => {
  const { db } = opened;
  const died = await anEngine(db);
  const { tenantId } = await aCampaign(db, { customers: 3 });
  for (let n = 0; n < 3; n += 1) await atWork(db, died, tenantId);
  await died.engine.moveIn(tenantId);
  await died.pass();
  expect(died.dialled).toHaveLength(3);
  const scene = await anEngine(db);
  onTestFinished(() => scene.stop());
  await died.engine.moveOut(tenantId);
  for (let n = 0; n < 3; n += 1) await atWork(db, scene, tenantId);
  await scene.engine.moveIn(tenantId);
  await scene.pass(10_000, 1_000);
  expect(scene.dialled).toEqual([]);
  expect((await attemptsOf(db, tenantId)).map(({ status }) => status)).toEqual([16, 16, 16]);
  expect((await membersOf(db, tenantId)).map(({ state, closedBy }) => [state, closedBy])).toEqual([
    [1, 'undecided'],
    [1, 'undecided'],
    [1, 'undecided'],
  ]);
  await died.stop();
});

test('[TASK-05] a wall that is set forward or back makes nobody be called twice', async () => {
  const scene = await aScene({ agents: 3, customers: 3 });
  expect(scene.dialled).toHaveLength(3);
  for (const byMs of [26 * 3_600_000, -50 * 3_600_000, 26 * 3_600_000]) {
    scene.clock.setWall(byMs);
    scene.engine.wake(scene.tenantId);
    await scene.pass(3_000, 500);
  }
  expect(scene.dialled).toHaveLength(3);
  expect(await scene.attempts()).toHaveLength(3);
});

test('[TASK-03] it says how it stands, and why it dials how many', async () => {
  const scene = await aScene({ agents: 3 });
  const [first, second] = scene.dialled.map(({ callId }) => callId) as [string, string];
  scene.rings(first);
  scene.answers(second);
  await scene.pass(1_100);
  expect(scene.engine.live(scene.tenantId, scene.id)).toMatchObject({
    dialling: 1,
    ringing: 1,
    talking: 1,
    waiting: 0,
    free: 2,
    today: { answered: 1, abandoned: 0 },
  });
  expect(scene.engine.live(scene.tenantId, scene.id)!.why).toMatchObject({ limit: 'ratio', ringing: 2 });
  expect(scene.engine.endCall(scene.tenantId, first)).toBe(true);
  expect(scene.engine.endCall(scene.tenantId, 'another')).toBe(false);
  await scene.pass();
  expect((await scene.attempts()).find(({ callId }) => callId === first)).toMatchObject({
    status: FinalCallStatus.stopped,
  });
});

test('[TASK-03] over all zones and the day on which clocks are set back, nobody is dialled outside the hours where they are', async () => {
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: 540, to: 1_080 }];
  const numbers = [
    '12125550100',
    '13105550100',
    '525510000001',
    '5511955550100',
    '34910000001',
    '442070000001',
    '4930100001',
  ]
    .concat(['27110000001', '201000000001', '911100000001', '861012345678', '81312345678', '61255550100', '6441234567'])
    .concat(['62215550100', '96824123456', '9779801234567', '33145678901', '351211234567', '16715550100']);
  const retry = { attempts: 20, perDay: 20, waits: [{ on: 'noAnswer', minutes: 30, attempts: 20 }] };
  const scene = await aScene({
    kind: 'ai',
    agents: 0,
    numbers,
    engine: { clock: handClock(Date.UTC(2026, 9, 24, 18, 7)) },
    settings: { flowId: 5, callsAtOnce: 50, hours, retry },
  });
  const seen = new Set<string>();
  const answer = async (): Promise<void> => {
    for (const { callId } of scene.dialled) if (!seen.has(callId)) await scene.ends(callId);
    for (const { callId } of scene.dialled) seen.add(callId);
    await scene.pass(40, 20);
  };
  for (let hour = 0; hour < 30; hour += 1) {
    await answer();
    await scene.pass(3_600_000, 1_800_000);
    scene.engine.wake(scene.tenantId);
    await scene.pass(60, 20);
  }
  expect(new Set(scene.dialled.map(({ number }) => number)).size).toBeGreaterThan(15);
  for (const { number, atMs } of scene.dialled)
    for (const timeZone of zonesOfCustomer(number)) {
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(atMs);
      expect([number, shown, shown >= '09:00' && shown < '18:00']).toEqual([number, shown, true]);
    }
});
