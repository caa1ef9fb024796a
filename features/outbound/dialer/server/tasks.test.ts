import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { ServerFeature } from '#platform/server/feature.ts';
import { aMember, aSoundOf } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { boardHandlers } from './board-handlers.ts';
import { exportHandlers } from './export-handlers.ts';
import { aDialerTeam, aLiveCampaign, NOON, numberOf, people } from './dialer.fixture.ts';

const server = await testServer({ clock: clockOf(() => NOON) });
afterAll(server.close);
vi.setConfig({ testTimeout: 60_000 });
const MINUTE_MS = 60_000;
const { db } = server.world;

test('[TASK-03] a task dials in proportion or predicts, keeps what is set, and is changed while it runs', async () => {
  const { planner, answerOf, ask, tenantId, rows } = await aDialerTeam(server);
  const soundId = await aSoundOf(db, tenantId, 'Sorry');
  const [route] = await rows<{ id: number }>(sql`insert into router (name, type) values ('Out', 1) returning id`);
  const [byHand] = await rows<{ id: number }>(sql`insert into router (name, type) values ('By hand', 2) returning id`);
  const settings = {
    name: 'Offers',
    startType: 3,
    dispatchType: 1,
    ratio: 1.5,
    abandonPerMille: 20,
    abandonedSoundId: soundId,
    keepFree: 2,
    ringSec: 20,
    wrapUpSec: 15,
    routerId: route!.id,
  };
  const source = { from: 'list', customers: people(3) };
  const { id, added } = await answerOf(planner, 'createFrom', { settings, source });
  expect(added).toMatchObject({ added: 3 });
  const task = await answerOf(planner, 'detail', { id });
  expect(task).toMatchObject({ ...settings, status: 2, state: 'running', routeName: 'Out', machineRule: 'connect' });
  expect(await answerOf(planner, 'choices'), 'routes for automatic calls alone').toEqual({
    routes: [{ id: route!.id, name: 'Out' }],
    hasRoutes: true,
  });
  const { version } = task;
  const changed = { ...settings, dispatchType: 3, abandonPerMille: 0 };
  const update = (more: object, of = version) =>
    ask(planner, 'updateInfo', { id, settings: { ...changed, ...more }, version: of });
  expect((await update({ abandonPerMille: 31 })).code, 'three in a hundred at most').toBe(400);
  expect((await update({ ringSec: 14 })).code).toBe(400);
  expect((await update({ routerId: byHand!.id })).code).toBe(404);
  expect((await update({ abandonedSoundId: 99_999_999 })).code).toBe(404);
  expect((await update({ machineRule: 'message' })).code, 'a message without a sound').toBe(400);
  expect((await update({})).code).toBe(0);
  expect((await update({})).code, 'somebody changed it meanwhile').not.toBe(0);
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ dispatchType: 3, abandonPerMille: 0, status: 2 });
  const sounds = await aMember(db, tenantId, { functions: ['sounds.view', 'sounds.edit'] });
  const remove = await server.ask('POST', '/cc/api/sound/v1/delete', { token: sounds.token, body: { id: soundId } });
  expect(remove.code, 'a sound that a task plays stays').not.toBe(0);
});

test('[TASK-03] a draft keeps whom it will bring in until they came; numbers shown are the team’s own', async () => {
  const { planner, answerOf, ask, rows, tenantId } = await aDialerTeam(server);
  const [customer] = await rows<{ id: number }>(
    sql`insert into customer (full_name, phones, phone_countries) values ('Lucía', ${[numberOf(700)]}, '{MX}') returning id`,
  );
  const draftOf = { from: 'chosen', customerIds: [customer!.id] };
  const { id, added } = await answerOf(planner, 'createFrom', { settings: { name: 'A draft' }, draftOf });
  expect(added, 'nobody came in yet').toBeNull();
  expect((await answerOf(planner, 'detail', { id })).draftOf).toEqual(draftOf);
  await answerOf(planner, 'appendCustomers', { id, source: { from: 'chosen', customerIds: [customer!.id] } });
  expect((await answerOf(planner, 'detail', { id })).draftOf).toBeNull();
  await rows(sql`insert into external_number (number, country_iso2, verified_at) values ('525550001111', 'MX', now())`);
  const of = (numberPool: string[]) => ask(planner, 'createFrom', { settings: { name: 'Shows', numberPool } });
  expect((await of(['525550002222'])).code, 'nobody’s number').toBe(400);
  expect((await of(['525550001111'])).code).toBe(0);
  const numbers = await server.ask('GET', '/cc/api/campaign/v1/numbers', { token: planner.token });
  expect(numbers.data).toMatchObject([{ number: '525550001111' }]);
  expect(tenantId).toBeGreaterThan(0);
});

test('[TASK-03] chosen customers come into a task of a kind one may change, from any list', async () => {
  const { planner, aTask, customers, rows, tenantId } = await aDialerTeam(server);
  const id = await aTask(1, {}, 710);
  const [customer] = await rows<{ id: number }>(
    sql`insert into customer (full_name, phones, phone_countries) values ('Mara', ${[numberOf(712)]}, '{MX}') returning id`,
  );
  const other = await aMember(db, tenantId, { functions: ['campaigns.edit', 'preview.edit', 'customers.view'] });
  const open = async (token: string): Promise<number[]> =>
    (await server.ask('GET', '/cc/api/campaign/v1/open', { token })).data.map((one: { id: number }) => one.id);
  expect([await open(planner.token), await open(other.token)]).toEqual([[id], []]);
  const add = (token: string) =>
    server.ask('POST', '/cc/api/campaign/v1/addChosen', {
      token,
      body: { campaignId: id, customerIds: [customer!.id] },
    });
  expect((await add(other.token)).code).toBe(404);
  expect((await add(planner.token)).data).toMatchObject({ added: 1 });
  expect((await add(planner.token)).data).toMatchObject({ added: 0, duplicates: 1 });
  expect((await customers(id)).map(({ customerName }) => customerName)).toContain('Mara');
});

test('[TASK-03] a task goes through its statuses, tells who paused it, and one that failed stands under all alone', async () => {
  const { planner, answerOf, ask, rows } = await aDialerTeam(server);
  const { id } = await answerOf(planner, 'createFrom', { settings: { name: 'By hand' } });
  const move = (step: string) => ask(planner, 'updateStatus', { id, move: step });
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ status: 1, state: 'draft' });
  expect((await move('pause')).code).toBe(20001);
  expect((await move('launch')).data).toEqual({ status: 1 });
  await answerOf(planner, 'appendCustomers', { id, source: { from: 'list', customers: people(2, 10) } });
  expect((await move('start')).data).toEqual({ status: 2 });
  expect((await ask(planner, 'remove', { id })).code, 'one that runs stays').toBe(20001);
  expect((await move('pause')).data).toEqual({ status: 5 });
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ pauseReason: 1, pausedBy: 'Sofía' });
  expect((await move('start')).data).toEqual({ status: 2 });
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ pauseReason: null, pausedBy: '', pausedAt: null });
  expect((await move('complete')).data).toEqual({ status: 3 });
  const { id: broken } = await answerOf(planner, 'createFrom', { settings: { name: 'Broken' } });
  await rows(sql`update campaign set state = 'failed' where id = ${broken}`);
  const all = await answerOf(planner, 'page');
  expect(all.list.map(({ status }: { status: number }) => status)).toEqual([4, 3]);
  expect(all.statuses).toContainEqual({ status: 4, tasks: 1 });
  expect((await answerOf(planner, 'page', { status: 3 })).list).toMatchObject([{ id }]);
  expect((await ask(planner, 'remove', { id })).code).toBe(0);
  expect((await ask(planner, 'detail', { id })).code).toBe(404);
});

test('[TASK-03] customers are set aside, gone on with, called next, opened again and taken out', async () => {
  const { planner, answerOf, aTask, customers, rows } = await aDialerTeam(server);
  const id = await aTask(4, {}, 20);
  const [first, second, third, fourth] = await customers(id);
  const operate = (deed: string, ...of: { id: number }[]) =>
    answerOf(planner, 'customerOperate', { id, deed, customerIds: of.map((one) => one.id) });
  expect(await operate('setAside', first!, second!)).toEqual({ done: 2 });
  expect((await customers(id, { setAside: true })).map((one) => one.id)).toEqual([first!.id, second!.id]);
  expect((await customers(id))[0]).toMatchObject({ isSetAside: true, nextAt: null, taskState: 0 });
  expect(await operate('goOn', first!, third!)).toEqual({ done: 1 });
  expect(await operate('callNext', second!)).toEqual({ done: 1 });
  const due = await rows<{ id: number }>(
    sql`select id from campaign_customer where campaign_id = ${id} and next_at <= now() order by priority desc, next_at, id limit 1`,
  );
  expect(due).toEqual([{ id: second!.id }]);
  await rows(
    sql`update campaign_customer set task_state = 1, closed_by = 'attempts', done_at = now() where id = ${fourth!.id}`,
  );
  await rows(sql`update campaign set completed = 1 where id = ${id}`);
  expect(await operate('reopen', fourth!)).toEqual({ done: 1 });
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ completed: 0 });
  expect(await operate('remove', third!)).toEqual({ done: 1 });
  expect((await customers(id)).map((one) => one.id)).toEqual([first!.id, second!.id, fourth!.id]);
  expect((await answerOf(planner, 'detail', { id })).customers).toBe(3);
});

test('[TASK-03] every call of a customer is told: how long it rang, who waited, who talked, and who found nobody', async () => {
  const { planner, answerOf, aTask, customers, aCall, tenantId } = await aDialerTeam(server);
  const ana = await aMember(db, tenantId, { name: 'Ana', voiceSeat: true });
  const id = await aTask(2, {}, 40);
  const [first, second] = await customers(id);
  const began = NOON - 30 * MINUTE_MS;
  await aCall(first!, began, { status: 22, result: 2, rang: 2_000, ended: 27_000 });
  await aCall(
    first!,
    began + MINUTE_MS,
    { status: 6, result: 1, rang: 1_000, answered: 11_000, connected: 12_000, ended: 72_000, talkSec: 61 },
    ana.userId,
  );
  await aCall(second!, began, { status: 6, rang: 1_000, answered: 5_000, abandoned: 7_000, ended: 12_000 });
  expect(await answerOf(planner, 'calls', { customerId: first!.id })).toMatchObject([
    { status: 6, agentName: 'Ana', ringSec: 10, waitSec: 1, talkSec: 61, isAbandoned: false },
    { status: 22, agentName: '', ringSec: 25, waitSec: null },
  ]);
  expect((await customers(id)).map(({ lastCall }) => lastCall)).toMatchObject([
    { status: 6, talkSec: 61 },
    { status: 6, isAbandoned: true, waitSec: 2 },
  ]);
  expect(await answerOf(planner, 'figures', { id })).toMatchObject({
    customers: 2,
    calls: 3,
    answered: 2,
    abandoned: 1,
    connected: 1,
    talkSec: 61,
    statuses: [
      { status: 6, calls: 2 },
      { status: 22, calls: 1 },
    ],
    hours: [{ hour: 17, calls: 3, answered: 2, abandoned: 1 }],
    days: [{ day: '2026-11-18', calls: 3, answered: 2 }],
    agents: [{ agentName: 'Ana', calls: 1, talkSec: 61 }],
  });
});

test('[TASK-03] the board tells this moment as the engine knows it, and counts what it does not', async () => {
  const { planner, answerOf, aTask, customers, aCall, rows } = await aDialerTeam(server);
  const id = await aTask(10, {}, 60);
  const [first, second] = await customers(id);
  await aCall(first!, NOON - 30 * MINUTE_MS, { status: 6, result: 1, answered: 5_000, connected: 6_000, ended: 9_000 });
  await aCall(second!, NOON - 20 * MINUTE_MS, { status: 6, answered: 5_000, abandoned: 7_000, ended: 9_000 });
  const closed = sql`update campaign_customer set task_state = 1, closed_by = 'result' where id = ${first!.id}`;
  await rows(closed);
  await rows(sql`update campaign set completed = 1 where id = ${id}`);
  const unheard = boardHandlers(server.world, { live: () => null });
  expect(await unheard.board(planner.caller(), { id }), 'as far as it does not dial yet').toMatchObject({
    now: null,
    today: { answered: 2, abandoned: 1 },
    thirtyDays: { answered: 2, abandoned: 1 },
    allowedPerMille: 30,
    open: 9,
    // One in thirty minutes: nine take four hours and a half.
    forecast: { is: 'at', at: '2026-11-18 22:30:00' },
    hours: [{ hour: 17, calls: 2, answered: 2, abandoned: 1 }],
  });
  const live = aLiveCampaign(id);
  const { board } = boardHandlers(server.world, { live: (_, campaignId) => (campaignId === id ? live : null) });
  const { counts: _, ...shownWhy } = live.why!;
  expect(await board(planner.caller(), { id })).toMatchObject({
    now: { dialling: 2, ringing: 6, waiting: 1, talking: 3, free: 2, why: shownWhy },
    today: { answered: 100, abandoned: 2 },
    thirtyDays: { answered: 900, abandoned: 20 },
  });
  await answerOf(planner, 'updateStatus', { id, move: 'pause' });
  expect(await board(planner.caller(), { id })).toMatchObject({ now: null, forecast: { is: 'unknown' } });
});

test('[TASK-03] customers and calls leave as files, with stars for whoever sees stars; the list of tasks too', async () => {
  const { planner, aTask, customers, aCall, tenantId } = await aDialerTeam(server);
  const id = await aTask(2, { name: 'Taken along' }, 80);
  const [first] = await customers(id);
  await aCall(first!, NOON - MINUTE_MS, { status: 22, result: 2, rang: 0, ended: 20_000 });
  const ask = exportHandlers(server.world);
  for (const begin of [ask.exportCustomers, ask.exportCalls])
    expect(await begin(planner.caller(), { id, kind: 'csv' })).toMatchObject({
      instead: { task_id: expect.any(Number) },
    });
  const { exports } = server.built.features.find(({ name }) => name === 'dialer') as ServerFeature;
  const write = async (kind: string, needsMasking: boolean): Promise<string> => {
    const pieces: Uint8Array[] = [];
    const caller = { ...planner.identity, needsMasking, timeZone: 'UTC', tenantId };
    const one = exports!.find((some) => some.kind === kind)!;
    for await (const piece of one.write(caller, { id, kind: 'csv' } as never, () => {})) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  };
  for (const kind of ['dialer.customers', 'dialer.calls']) {
    expect(await write(kind, false)).toContain(numberOf(80));
    const starred = await write(kind, true);
    expect(starred).not.toContain(numberOf(80));
    expect(starred).not.toContain('Customer 80');
  }
  expect(await write('dialer.calls', false)).toContain('Not answered');
  const list = await server.built.http.inject({
    method: 'POST',
    url: '/cc/api/dialerTask/v1/exportTasks',
    headers: { authorization: `Bearer ${planner.token}` },
    payload: { kind: 'csv' },
  });
  expect(list.payload).toContain('Taken along');
});

test('[TASK-03] a preview task is no task of the dialler, and whoever only looks changes nothing', async () => {
  const { planner, ask, aTask, tenantId } = await aDialerTeam(server);
  const looker = await aMember(db, tenantId, { functions: ['dialer.view', 'preview.view', 'preview.edit'] });
  const made = await server.ask('POST', '/cc/api/previewTask/v1/createFrom', {
    token: looker.token,
    body: { settings: { name: 'Looked at first' } },
  });
  expect((await ask(planner, 'detail', { id: made.data.id })).code).toBe(404);
  const id = await aTask(1, {}, 90);
  expect((await ask(looker, 'detail', { id })).code).toBe(0);
  expect((await ask(looker, 'updateStatus', { id, move: 'pause' })).code).toBe(403);
});
