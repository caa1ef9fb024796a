import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { aCall, playCall } from '#features/voice/call-records/server/calls.fixture.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { clockOf } from '#test/clock.ts';
import type { Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { PreviewCustomer, PreviewWork } from '../contract.ts';
import { aTeam, NOON, numberOf } from './preview.fixture.ts';

let nowMs = NOON;
const server = await testServer({ clock: clockOf(() => nowMs) });
const book = openCallBook(server.world);
afterAll(async () => {
  await book.stop();
  await server.close();
});
const plans = openCallPlans(server.world);
vi.setConfig({ testTimeout: 120_000 });
const MINUTE_MS = 60_000;

/** An agent calls a customer of a task, and the call ends so. */
async function calls(
  tenantId: number,
  who: Member,
  { customer, task }: PreviewWork,
  end: Parameters<typeof playCall>[4],
  { answeredSec = null, callId }: { answeredSec?: number | null; callId?: string } = {},
): Promise<string> {
  return playCall(
    book,
    aCall(tenantId, {
      direction: 'outbound',
      startedMs: nowMs,
      customerNumber: customer.phone,
      userId: who.userId,
      sipNum: '7',
      task: { taskId: String(task.id), taskName: task.name, customerId: null },
      ...(callId === undefined ? {} : { callId }),
    }),
    [
      [3, { type: 'customerRang' }],
      ...(answeredSec === null ? [] : [[answeredSec, { type: 'answered', userId: who.userId }] as [number, never]]),
    ],
    20,
    end,
  );
}

test('[TASK-01] an agent looks, calls and talks: the attempt, the log, the record and the result follow', async () => {
  const { tenantId, planner, ana, aTask, next, answerOf, rows, aCustomer } = await aTeam(server);
  const known = await aCustomer({ number: numberOf(0) });
  const id = await aTask(2);
  const work = (await next(ana, id))!;
  expect(work).toMatchObject({
    customer: { customerId: known, phone: numberOf(0), result: 0, taskState: 0, agentId: ana.userId },
    task: { id, state: 2 },
    blocked: null,
    calls: [],
  });
  const order = await answerOf(ana, 'call', { customerId: work.customer.id });
  expect(order).toMatchObject({
    taskId: String(id),
    customerId: String(known),
    number: `+${numberOf(0)}`,
    routerId: 0,
  });
  expect(await rows(sql`select task_id, task_name, customer_id, phone from preview_call_log`)).toEqual([
    { task_id: String(id), task_name: work.task.name, customer_id: String(known), phone: numberOf(0) },
  ]);
  expect(await rows(sql`select status, call_id, number from campaign_attempt`)).toEqual([
    { status: 3, call_id: null, number: numberOf(0) },
  ]);
  const callId = await calls(tenantId, ana, work, { outcome: 'talked' }, { answeredSec: 5 });
  const seen = async (): Promise<PreviewWork> => answerOf(ana, 'open', { customerId: work.customer.id });
  await expect.poll(async () => (await seen()).customer.taskState, { timeout: 50_000 }).toBe(1);
  expect(await seen()).toMatchObject({
    customer: { result: 1, attempts: 1, closedBy: 'result' },
    calls: [{ callId, status: 6, result: 1, talkSec: 15, agentName: ana.identity.name }],
  });
  await answerOf(ana, 'result', { customerId: work.customer.id, note: 'Renews in March', done: true });
  const figures = await answerOf(planner, 'statistics', { id });
  expect(figures).toMatchObject({ customers: 2, completed: 1, calls: 1, connected: 1, talkSec: 15 });
  expect(figures.agents).toMatchObject([{ agentId: ana.userId, completed: 1, calls: 1 }]);
});

test('[TASK-01] who does not answer is called again when the rule says, and left alone after the last try', async () => {
  const { tenantId, ana, aTask, next, answerOf, planner } = await aTeam(server);
  const retry = { attempts: 2, perDay: 5, waits: [{ on: 'noAnswer', minutes: 30, attempts: 2 }] };
  const id = await aTask(1, { retry }, 10);
  const missed = { outcome: 'noAnswer', cause: 'noAnswer', sipStatus: 480 } as const;
  const first = (await next(ana, id))!;
  await answerOf(ana, 'call', { customerId: first.customer.id });
  await calls(tenantId, ana, first, missed);
  const seen = async (): Promise<PreviewCustomer> =>
    (await answerOf(ana, 'open', { customerId: first.customer.id })).customer;
  await expect.poll(async () => (await seen()).attempts, { timeout: 50_000 }).toBe(1);
  expect(await seen()).toMatchObject({ result: 2, taskState: 0 });
  expect(await next(ana, id), 'not yet').toBeNull();
  nowMs = NOON + 31 * MINUTE_MS;
  const again = (await next(ana, id))!;
  expect(again.customer.id).toBe(first.customer.id);
  await answerOf(ana, 'call', { customerId: first.customer.id });
  await calls(tenantId, ana, again, missed);
  await expect.poll(async () => (await seen()).taskState, { timeout: 50_000 }).toBe(1);
  expect(await seen()).toMatchObject({ closedBy: 'attempts', attempts: 2 });
  expect((await answerOf(planner, 'detail', { id })).state, 'with the last customer the task is through').toBe(5);
  nowMs = NOON;
});

test('[TASK-01] where the agent’s own phone is not reached nobody was called: the customer stays as they were', async () => {
  const { tenantId, ana, aTask, next, answerOf, rows } = await aTeam(server);
  const retry = { attempts: 1, perDay: 1, waits: [{ on: 'busy', minutes: 30, attempts: 1 }] };
  const id = await aTask(1, { retry }, 15);
  const work = (await next(ana, id))!;
  const customerId = work.customer.id;
  await answerOf(ana, 'call', { customerId });
  await calls(tenantId, ana, work, { outcome: 'agentUnreached', cause: 'busy', endedBy: 'server' });
  await expect
    .poll(() => rows(sql`select status, result from campaign_attempt where ended_at is not null`), { timeout: 50_000 })
    .toEqual([{ status: 13, result: null }]);
  expect((await answerOf(ana, 'open', { customerId })).customer).toMatchObject({
    result: 0,
    taskState: 0,
    attempts: 0,
  });
  expect((await next(ana, id))?.customer.id).toBe(customerId);
  expect(await answerOf(ana, 'call', { customerId }), 'no limit counts it').toMatchObject({ taskId: String(id) });
});

test('[TASK-01] whoever was kept out a moment ago is not called; who may later waits', async () => {
  const { ana, aTask, next, ask, answerOf, blacklist, aCustomer, customers } = await aTeam(server);
  const id = await aTask(3, {}, 20);
  const work = (await next(ana, id))!;
  await blacklist(numberOf(20), 'task');
  expect((await ask(ana, 'call', { customerId: work.customer.id })).code).toBe(814);
  await aCustomer({ number: numberOf(21), doNotCall: true });
  const third = (await next(ana, id))!;
  expect(third.customer.phone).toBe(numberOf(22));
  expect((await customers(id)).map(({ closedBy }) => closedBy)).toEqual(['blacklisted', 'optedOut', null]);
  nowMs = Date.UTC(2026, 10, 18, 9);
  const night = await aTask(1, { hours: [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1_080 }] }, 25);
  expect(await next(ana, night), 'three in the morning where they are').toBeNull();
  const [waiting] = await customers(night);
  expect(waiting).toMatchObject({ nextAt: '2026-11-18 15:00:00', agentId: null });
  await answerOf(ana, 'skip', { customerId: third.customer.id, reason: 'Moved away' });
  nowMs = NOON;
  expect((await customers(id))[2]).toMatchObject({ closedBy: 'skipped', skipReason: 'Moved away', taskState: 1 });
});

test('[TASK-01] a call that a phone makes for a task carries its name, and is refused where the task is not its agent’s or may not call', async () => {
  const { aPhone } = await import('#features/voice/call-routes/server/calls.fixture.ts');
  const { tenantId, anAgent, aTask, next, rows, blacklist, answerOf, aCustomer } = await aTeam(server);
  await rows(sql`insert into trunk (name, carrier) values ('A', 'rehearsal')`);
  await rows(sql`insert into external_number (number, country_iso2) values (${`525550${tenantId}`}, 'MX')`);
  const phone = await aPhone(server, tenantId, { functions: ['preview.use', 'routes.use'] });
  const other = await aPhone(server, tenantId, { functions: ['preview.use', 'routes.use'] });
  const known = await aCustomer({ number: numberOf(31), owner: phone.member.userId });
  const id = await aTask(2, {}, 30);
  const work = (await next(phone.member, id))!;
  const dial = (from: typeof phone, number: string) =>
    plans.outbound({
      account: from.sipNum,
      to: `+${number}`,
      headers: {
        [CallHeader.ccAgent]: from.sipNum,
        [CallHeader.ccToken]: from.token,
        [CallHeader.taskId]: String(id),
      },
    });
  expect(await dial(phone, work.customer.phone)).toMatchObject({
    kind: 'outbound',
    number: numberOf(30),
    task: { taskId: String(id), taskName: work.task.name },
  });
  expect(await rows(sql`select member_id, user_id from campaign_attempt`)).toEqual([
    { member_id: work.customer.id, user_id: phone.member.userId },
  ]);
  expect(await dial(other, work.customer.phone), 'a task of somebody else’s').toMatchObject({
    task: { taskName: null },
  });
  const second = (await next(phone.member, id))!;
  expect(second.customer.id, 'one’s own first').toBe(work.customer.id);
  await answerOf(phone.member, 'skip', { customerId: work.customer.id, reason: 'Busy' });
  const third = (await next(phone.member, id))!;
  await answerOf(phone.member, 'call', { customerId: third.customer.id });
  await blacklist(third.customer.phone, 'task');
  expect(await dial(phone, third.customer.phone), 'since the page asked').toMatchObject({
    refused: 'numberBlacklisted',
  });
  expect(
    await rows(
      sql`select status, ended_at is not null done from campaign_attempt where member_id = ${third.customer.id}`,
    ),
  ).toEqual([{ status: 17, done: true }]);
  const forHelp = {
    [CallHeader.ccAgent]: phone.sipNum,
    [CallHeader.ccToken]: phone.token,
    [CallHeader.calleeCountryCode]: '52',
    [CallHeader.taskId]: String(id),
    [CallHeader.customerId]: String(known),
  };
  expect(
    await plans.outbound({ account: phone.sipNum, to: '112', headers: forHelp }),
    'no task decides about a call for help',
  ).toMatchObject({ detail: 'emergencyNoTrunk' });
  expect(await anAgent()).toBeTruthy();
});

test('[TASK-01] nobody dials a number to which a call of another task goes on, whoever made it', async () => {
  const { ana, ask, aTask, next, rows } = await aTeam(server);
  const id = await aTask(1);
  const other = await aTask(1, { otherCampaigns: 'allow' });
  const work = (await next(ana, id))!;
  await rows(sql`
    insert into campaign_attempt (campaign_id, member_id, number, call_id, status, left_at)
    select campaign_id, id, number, 'dialled by itself', 4, now() from campaign_customer where campaign_id = ${other}`);
  const { msg, data } = await ask(ana, 'call', { customerId: work.customer.id });
  expect([msg, JSON.stringify(data)].join(' ')).toContain('underWay');
  await rows(
    sql`update campaign_attempt set ended_at = now() - interval '1 day', began_at = began_at - interval '2 days', status = 22`,
  );
  expect((await ask(ana, 'call', { customerId: work.customer.id })).code).toBe(0);
});

test('[TASK-01] two dials before the first call is heard of are two attempts, each with its call', async () => {
  const { aPhone } = await import('#features/voice/call-routes/server/calls.fixture.ts');
  const { tenantId, aTask, next, rows, answerOf } = await aTeam(server);
  await rows(sql`insert into trunk (name, carrier) values ('A', 'rehearsal')`);
  await rows(sql`insert into external_number (number, country_iso2) values (${`525551${tenantId}`}, 'MX')`);
  const phone = await aPhone(server, tenantId, { functions: ['preview.use', 'routes.use'] });
  const id = await aTask(1, { retry: { perDay: 5 } }, 35);
  const work = (await next(phone.member, id))!;
  const { attemptId } = await answerOf(phone.member, 'call', { customerId: work.customer.id });
  const dial = (callId: string) =>
    plans.outbound({
      account: phone.sipNum,
      to: `+${work.customer.phone}`,
      headers: {
        [CallHeader.ccAgent]: phone.sipNum,
        [CallHeader.ccToken]: phone.token,
        [CallHeader.taskId]: String(id),
      },
      forCall: { callId },
    });
  const [one, other] = [`c-${randomUUID()}`, `c-${randomUUID()}`];
  expect(await dial(one)).toMatchObject({ kind: 'outbound' });
  expect(await dial(other)).toMatchObject({ kind: 'outbound' });
  const attempts = await rows<{ id: number }>(sql`select id from campaign_attempt order by id`);
  expect(attempts).toHaveLength(2);
  expect(attempts[0]!.id, 'the first is the one the page made').toBe(attemptId);
  const missed = { outcome: 'noAnswer', cause: 'noAnswer', endedBy: 'customer' } as const;
  await calls(tenantId, phone.member, work, missed, { callId: one });
  await calls(tenantId, phone.member, work, { outcome: 'busy', cause: 'busy', endedBy: 'customer' }, { callId: other });
  await expect
    .poll(() => rows(sql`select call_id from campaign_attempt where ended_at is not null order by id`), {
      timeout: 50_000,
    })
    .toEqual([{ call_id: one }, { call_id: other }]);
});

test('[TASK-01] promised calls come first when they are due, and their agent hears of it', async () => {
  const { ana, aTask, next, answerOf, ask, rows } = await aTeam(server);
  const id = await aTask(2, {}, 40);
  const work = (await next(ana, id))!;
  const customerId = work.customer.id;
  expect((await ask(ana, 'followUp', { customerId, at: '2026-11-18 17:00:00' })).code, 'in the past').toBe(400);
  await answerOf(ana, 'followUp', { customerId, at: '2026-11-18 19:00:00', note: 'After lunch' });
  const other = (await next(ana, id))!;
  expect(other.customer.id).not.toBe(customerId);
  nowMs = Date.UTC(2026, 10, 18, 19, 1);
  expect(await answerOf(ana, 'myTasks')).toMatchObject([{ id, mine: 2, due: 1, free: 0 }]);
  const remind = server.built.features.find(({ name }) => name === 'preview')!.jobs![0]!;
  await remind.run({ tenantId: ana.tenantId, id: customerId, at: '2026-11-18 19:00:00' } as never);
  const duePushes = await server.world.db.pool.query(
    "select 1 from realtime_event where kind = 'preview.due' and user_id = $1 union all select 1 from outbox where kind = 'preview.due' and user_id = $1",
    [ana.userId],
  );
  expect(duePushes.rowCount).toBe(1);
  expect((await next(ana, id))?.customer.id, 'before what only waits').toBe(customerId);
  expect((await answerOf(ana, 'myCustomers', { id })).list[0]).toMatchObject({ id: customerId, isFollowUp: true });
  expect(await rows(sql`select count(*)::int count from campaign_attempt`)).toEqual([{ count: 0 }]);
  nowMs = NOON;
});

test('[TASK-01] what was promised while a call lasted stands when it ends; a second press is the same attempt', async () => {
  const { tenantId, ana, aTask, next, answerOf } = await aTeam(server);
  const work = (await next(ana, await aTask(1, { retry: { perDay: 1 } }, 120)))!;
  const customerId = work.customer.id;
  const { attemptId } = await answerOf(ana, 'call', { customerId });
  expect(await answerOf(ana, 'call', { customerId })).toMatchObject({ attemptId });
  await answerOf(ana, 'followUp', { customerId, at: '2026-11-18 20:00:00' });
  await calls(tenantId, ana, work, { outcome: 'talked' }, { answeredSec: 5 });
  const seen = async (): Promise<PreviewCustomer> => (await answerOf(ana, 'open', { customerId })).customer;
  await expect.poll(async () => (await seen()).attempts, { timeout: 50_000 }).toBe(1);
  expect(await seen()).toMatchObject({ result: 1, taskState: 0, isFollowUp: true, nextAt: '2026-11-18 20:00:00' });
});

test('[TASK-01] who was given to an agent stays theirs when they give it back, or when the hour does not allow a call', async () => {
  const { planner, ana, aTask, next, answerOf, customers } = await aTeam(server);
  const id = await aTask(1, { hours: [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1_080 }] }, 140);
  const [given] = await customers(id);
  const hand = { by: 'hand', customerIds: [given!.id], agentId: ana.userId };
  await answerOf(planner, 'assign', { id, how: hand });
  expect((await next(ana, id))?.customer.id).toBe(given!.id);
  await answerOf(ana, 'giveBack', { customerId: given!.id });
  expect((await customers(id))[0]).toMatchObject({ agentId: ana.userId });
  nowMs = Date.UTC(2026, 10, 18, 9);
  expect(await next(ana, id)).toBeNull();
  nowMs = NOON;
  expect((await customers(id))[0]).toMatchObject({ agentId: ana.userId, nextAt: '2026-11-18 15:00:00' });
});

test('[TASK-01] agents who ask at the same moment get different customers, the urgent first', async () => {
  const { planner, anAgent, aTask, next, answerOf, customers } = await aTeam(server);
  const id = await aTask(12, {}, 60);
  const last = (await customers(id)).at(-1)!;
  await answerOf(planner, 'updateCustomer', { customerId: last.id, priority: 9 });
  const agents = [];
  for (let n = 0; n < 6; n += 1) agents.push(await anAgent());
  const given = await Promise.all(agents.map((agent) => next(agent, id)));
  const ids = given.map((work) => work?.customer.id);
  expect(new Set(ids).size).toBe(6);
  expect(ids).toContain(last.id);
  expect((await next(agents[0]!, id))?.customer.id, 'the same until it is done').toBe(given[0]?.customer.id);
  await answerOf(agents[0]!, 'giveBack', { customerId: given[0]!.customer.id });
  expect((await customers(id, { agentId: agents[0]!.userId })).length).toBe(0);
});

test('[TASK-01] whoever sees stars reads no number and calls by a word; others’ customers are not there', async () => {
  const { ana, anAgent, aTask, next, ask, answerOf } = await aTeam(server);
  const masked = await anAgent({ needsMasking: true });
  const id = await aTask(1, {}, 90);
  const work = (await next(masked, id))!;
  expect(work.customer.phone).not.toContain(numberOf(90).slice(-6));
  expect(work.customer.phoneWord).toMatch(/^enc\./);
  const order = await answerOf(masked, 'call', { customerId: work.customer.id });
  expect(order.number).toMatch(/^enc\./);
  for (const path of ['open', 'call', 'skip', 'result', 'followUp', 'giveBack'])
    expect(
      (await ask(ana, path, { customerId: work.customer.id, reason: 'x', done: true, at: '2027-01-01 10:00:00' })).code,
      path,
    ).toBe(404);
  for (const path of ['page', 'detail', 'customers', 'statistics', 'remove'])
    expect((await ask(ana, path, { id })).code, path).toBe(403);
});

test('[TASK-01] stars stand in columns and notes too, and are not written back', async () => {
  const { planner, anAgent, next, answerOf, rows } = await aTeam(server);
  const masked = await anAgent({ needsMasking: true });
  const columns = { Correo: 'lucia@mail.example', Titular: 'Lucía Hernández', Otro: '+52 55 1234 5678' };
  const { id } = await answerOf(planner, 'createFrom', {
    settings: { name: 'Stars', startType: 3 },
    source: { from: 'list', customers: [{ phone: `+${numberOf(150)}`, name: 'Lucía Hernández', columns }] },
  });
  const NOTE = 'Lucía asks for 55 1234 5678';
  await rows(sql`update campaign_customer set note = ${NOTE}`);
  const { customer } = (await next(masked, id))!;
  expect(JSON.stringify([customer.columns, customer.note])).not.toMatch(/lucia@|Luc|Hern|1234/);
  const { id: customerId, note } = customer;
  await answerOf(masked, 'result', { customerId, note, done: true });
  expect(await rows(sql`select note from campaign_customer`)).toEqual([{ note: NOTE }]);
  await answerOf(masked, 'result', { customerId, note: 'Moved', done: true });
  expect(await rows(sql`select note from campaign_customer`)).toEqual([{ note: 'Moved' }]);
});
