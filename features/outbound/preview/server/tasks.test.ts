import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { aTeam, NOON, numberOf, people } from './preview.fixture.ts';

let nowMs = NOON;
const server = await testServer({ clock: clockOf(() => nowMs) });
afterAll(server.close);
vi.setConfig({ testTimeout: 60_000 });
const HOUR_MS = 3_600_000;
const runClock = () =>
  server.built.features
    .find(({ name }) => name === 'campaigns')!
    .jobs!.find(({ task }) => task === 'campaigns.clock')!
    .run(null as never);

test('[TASK-01] a task takes whoever may be called, once, and says why it left the others out', async () => {
  const { planner, answerOf, customers, aCustomer, blacklist, aTask } = await aTeam(server);
  await aTask(1, {}, 50);
  await aCustomer({ number: numberOf(1), doNotCall: true });
  await aCustomer({ number: numberOf(2), consent: 2 });
  await blacklist(numberOf(3), 'task');
  await blacklist(numberOf(4), 'sms');
  const known = await aCustomer({ number: numberOf(5), name: 'Lucía Hernández' });
  const { id, added } = await answerOf(planner, 'createFrom', {
    settings: { name: 'Winter', startType: 3 },
    source: {
      from: 'list',
      customers: [
        ...people(6),
        { phone: `+${numberOf(0)}`, name: 'Twice' },
        { phone: 'none', name: 'No number' },
        { phone: '55 1000 0050', country: 'MX', name: 'In the other task' },
      ],
    },
  });
  expect(added).toEqual({
    added: 3,
    duplicates: 1,
    keptOut: { number: 1, optedOut: 2, blacklisted: 1, otherCampaign: 1 },
    unknown: 0,
  });
  const list = await customers(id);
  expect(list.map(({ phone }) => phone)).toEqual([numberOf(0), numberOf(4), numberOf(5)]);
  expect(list[2]).toMatchObject({ customerId: known, customerName: 'Customer 5', result: 0, taskState: 0 });
  expect(
    await answerOf(planner, 'appendCustomers', { id, source: { from: 'list', customers: people(7) } }),
  ).toMatchObject({
    added: { added: 1, duplicates: 3 },
  });
  expect((await answerOf(planner, 'page', { name: 'wint' })).list).toMatchObject([
    { id, name: 'Winter', state: 2, customers: 4, completed: 0, author: planner.identity.name },
  ]);
});

test('[TASK-01] a task goes from not launched to completed by every state, and is refused what does not fit its state', async () => {
  const { planner, ask, answerOf, ana, next } = await aTeam(server);
  const { id } = await answerOf(planner, 'createFrom', { settings: { name: 'By hand' } });
  const state = async (): Promise<number> => (await answerOf(planner, 'detail', { id })).state;
  const move = (step: string) => ask(planner, 'updateStatus', { id, move: step });
  expect(await state()).toBe(0);
  expect((await move('pause')).code).toBe(20001);
  expect((await move('launch')).data).toEqual({ state: 1 });
  await answerOf(planner, 'appendCustomers', { id, source: { from: 'list', customers: people(2, 100) } });
  expect(await next(ana, id), 'nobody works on what has not begun').toBeNull();
  expect((await move('start')).data).toEqual({ state: 2 });
  expect((await move('pause')).data).toEqual({ state: 3 });
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ pauseReason: 1 });
  expect((await ask(planner, 'remove', { id })).code).toBe(0);
  expect((await ask(planner, 'detail', { id })).code).toBe(404);
});

test('[TASK-01] by the clock a task begins and expires, and more time brings it back paused', async () => {
  const { planner, answerOf, ask } = await aTeam(server);
  const settings = { name: 'Timed', startType: 2, startAt: '2026-11-18 19:00:00', expiresAt: '2026-11-18 21:00:00' };
  const { id } = await answerOf(planner, 'createFrom', {
    settings,
    source: { from: 'list', customers: people(1, 200) },
  });
  const task = () => answerOf(planner, 'detail', { id });
  expect((await task()).state).toBe(1);
  nowMs = NOON + HOUR_MS;
  await runClock();
  expect((await task()).state).toBe(2);
  nowMs = NOON + 4 * HOUR_MS;
  await runClock();
  expect((await task()).state).toBe(4);
  const { version } = await task();
  const later = { ...settings, expiresAt: '2026-11-20 21:00:00' };
  expect((await ask(planner, 'updateInfo', { id, settings: later, version: version + 1 })).code).toBe(20002);
  expect((await ask(planner, 'updateInfo', { id, settings: later, version })).code).toBe(0);
  expect(await task()).toMatchObject({ state: 3, expiresAt: '2026-11-20 21:00:00' });
  nowMs = NOON;
});

test.each([
  ['a time without a timed start', { startAt: '2026-11-19 10:00:00' }, 400],
  ['a timed start without a time', { startType: 2 }, 400],
  ['an end before now', { expiresAt: '2026-11-17 10:00:00' }, 400],
  ['somebody of another team', { agentIds: [99_999_999] }, 20_106],
  ['a group that is not there', { groupId: 99_999_999 }, 404],
  ['a script that is not there', { scriptId: 99_999_999 }, 404],
  ['a route that is not there', { routerId: 99_999_999 }, 404],
  ['labels that are not there', { labelIds: [99_999_999] }, 404],
])('[TASK-01] a task is not made with %s', async (_what, settings, code) => {
  const { planner, ask } = await aTeam(server);
  const answer = await ask(planner, 'createFrom', { settings: { name: 'Wrong', ...settings } });
  expect(answer.code === code || (code === 20_106 && answer.code !== 0)).toBe(true);
});

test('[TASK-01] two tasks of one name are refused', async () => {
  const { planner, ask } = await aTeam(server);
  const make = () => ask(planner, 'createFrom', { settings: { name: 'Renewals' } });
  expect((await make()).code).toBe(0);
  expect((await make()).code).toBe(20003);
});

test('[TASK-01] customers are shared out evenly, to their owners, by a column, by hand, and handed on', async () => {
  const { planner, answerOf, ask, ana, anAgent, customers, aCustomer } = await aTeam(server);
  const [budi, chen] = [await anAgent(), await anAgent()];
  const agents = [ana, budi, chen].map(({ userId }) => userId);
  await aCustomer({ number: numberOf(300), owner: chen.userId });
  const { id } = await answerOf(planner, 'createFrom', {
    settings: { name: 'Shared', startType: 3, agentIds: agents },
    source: {
      from: 'list',
      customers: people(9, 300).map((one, n) => ({ ...one, columns: { Region: n < 4 ? 'North' : 'South' } })),
    },
  });
  const whose = async (): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {};
    for (const { agentId } of await customers(id)) counts[agentId ?? 0] = (counts[agentId ?? 0] ?? 0) + 1;
    return counts;
  };
  expect(await answerOf(planner, 'assign', { id, how: { by: 'owner' } })).toEqual({ assigned: 1 });
  expect(await whose()).toEqual({ 0: 8, [chen.userId]: 1 });
  expect(await answerOf(planner, 'assign', { id, how: { by: 'evenly', agentIds: agents } })).toEqual({ assigned: 8 });
  expect(await whose()).toEqual({ [ana.userId]: 3, [budi.userId]: 3, [chen.userId]: 3 });
  const column = { by: 'column', column: 'Region', agents: [{ value: 'north', agentId: ana.userId }] };
  expect(await answerOf(planner, 'assign', { id, how: column, onlyUnassigned: false })).toEqual({ assigned: 4 });
  const functions = ['preview.view', 'preview.edit'];
  const masked = await aMember(server.world.db, planner.tenantId, { functions, needsMasking: true });
  const guess = await ask(masked, 'assign', { id, how: column, onlyUnassigned: false });
  expect(guess.code, 'a count would tell what stands behind the stars').toBe(failures.numbersHidden.code);
  const mine = (await customers(id, { agentId: ana.userId })).map((one) => one.id);
  expect(mine.length).toBeGreaterThanOrEqual(4);
  const [first, second] = mine;
  expect((await ask(budi, 'transferToAgent', { id, customerIds: [first], agentId: chen.userId })).code).toBe(404);
  expect(await answerOf(ana, 'transferToAgent', { id, customerIds: [first], agentId: chen.userId })).toEqual({
    assigned: 1,
  });
  expect(await answerOf(planner, 'transferToAgent', { id, customerIds: [second], agentId: budi.userId })).toEqual({
    assigned: 1,
  });
  const hand = { by: 'hand', customerIds: [first, second], agentId: null };
  expect(await answerOf(planner, 'assign', { id, how: hand })).toEqual({ assigned: 2 });
  expect((await customers(id, { unassigned: true })).map((one) => one.id)).toEqual(
    [first!, second!].toSorted((a, b) => a - b),
  );
  expect((await ask(ana, 'transferToAgent', { id, customerIds: [first], agentId: 99_999_999 })).code).not.toBe(0);
});

test('[TASK-01] very many customers are shared out by a job, piece by piece and as evenly as a few', async () => {
  const { planner, answerOf, ana, anAgent, rows } = await aTeam(server);
  const [budi, chen] = [await anAgent(), await anAgent()];
  const agents = [ana, budi, chen].map(({ userId }) => userId);
  const { id } = await answerOf(planner, 'createFrom', {
    settings: { name: 'Very many', startType: 3, agentIds: agents },
  });
  const MANY = 1_501;
  await rows(sql`insert into campaign_customer (campaign_id, number, country, columns)
    select ${id}, (525600000000 + n)::text, 'MX', jsonb_build_object('Region', case when n % 2 = 0 then 'North' else 'South' end) from generate_series(1, ${MANY}::int) n`);
  await rows(sql`update campaign set customers = 30000 where id = ${id}`);
  const whose = async () =>
    (
      await rows<{ count: number }>(
        sql`select count(*)::int count from campaign_customer where campaign_id = ${id} and agent_id is not null group by agent_id order by 1`,
      )
    ).map(({ count }) => count);
  const how = { by: 'evenly', agentIds: agents };
  expect(await answerOf(planner, 'assign', { id, how })).toEqual({ assigned: 0, isLater: true });
  await expect.poll(whose, { timeout: 50_000 }).toEqual([500, 500, 501]);
  const job = server.built.features
    .find(({ name }) => name === 'preview')!
    .jobs!.find(({ task }) => task === 'preview.shareOut')!;
  const inPieces = (order: object) =>
    job.run({ tenantId: planner.tenantId, taskId: id, onlyUnassigned: false, piece: 400, ...order } as never);
  await inPieces({ how: { by: 'evenly', agentIds: agents.slice(0, 2) } });
  expect(await whose()).toEqual([750, 751]);
  await inPieces({ how: { by: 'column', column: 'Region', agents: [{ value: 'north', agentId: chen.userId }] } });
  expect(
    await rows(
      sql`select count(*)::int count from campaign_customer where campaign_id = ${id} and agent_id = ${chen.userId}`,
    ),
  ).toEqual([{ count: 750 }]);
});

test('[TASK-01] a planner sees the columns of a task with their values, and the routes it may call by; agents see who works with them', async () => {
  const { planner, answerOf, ask, ana, anAgent, rows } = await aTeam(server);
  const budi = await anAgent();
  const [route] = await rows<{ id: number }>(sql`insert into router (name, type) values ('By hand', 2) returning id`);
  await rows(sql`insert into router (name, type) values ('For machines', 1)`);
  const { id } = await answerOf(planner, 'createFrom', {
    settings: { name: 'With columns', startType: 3, agentIds: [ana.userId, budi.userId], routerId: route!.id },
    source: {
      from: 'list',
      customers: people(5, 600).map((one, n) => ({
        ...one,
        columns: { Region: n < 3 ? (n === 0 ? 'NORTH ' : 'North') : 'South', Plan: n === 0 ? '' : `P-${n}` },
      })),
    },
  });
  expect(await answerOf(planner, 'columns', { id })).toEqual([
    { column: 'Plan', values: [1, 2, 3, 4].map((n) => ({ value: `P-${n}`, customers: 1 })), isMore: false },
    {
      column: 'Region',
      values: [
        { value: expect.stringMatching(/^north$/i), customers: 3 },
        { value: 'South', customers: 2 },
      ],
      isMore: false,
    },
  ]);
  expect(await answerOf(planner, 'choices')).toEqual({ routes: [{ id: route!.id, name: 'By hand' }] });
  expect((await answerOf(planner, 'detail', { id })).routerId).toBe(route!.id);
  expect(await answerOf(ana, 'colleagues', { id })).toEqual([{ id: budi.userId, name: budi.identity.name }]);
  expect((await ask(await anAgent(), 'colleagues', { id })).code, 'a task of others').toBe(404);
});

test('[TASK-01] customers of a task are found by parts of their names in any order, without accents, and by the beginning of a number', async () => {
  const { planner, answerOf, aTask, customers } = await aTeam(server);
  const id = await aTask(3, {}, 620);
  await answerOf(planner, 'appendCustomers', {
    id,
    source: {
      from: 'list',
      customers: [
        { phone: `+${numberOf(630)}`, name: 'Lucía Hernández Prado' },
        { phone: `+${numberOf(631)}`, name: '王伟明' },
      ],
    },
  });
  const named = async (words: string, more: object = {}) =>
    (await customers(id, { words, ...more })).map(({ customerName }) => customerName);
  expect(await named('hernandez luc')).toEqual(['Lucía Hernández Prado']);
  expect(await named('weiming')).toEqual(['王伟明']);
  expect(await named('customer')).toHaveLength(3);
  expect(await named('customer', { result: 2 })).toEqual([]);
  expect(await named(numberOf(63).slice(0, 9))).toHaveLength(5);
  expect(await named(numberOf(631))).toEqual(['王伟明']);
  expect(await named('nobody')).toEqual([]);
  const [first] = await customers(id);
  await answerOf(planner, 'updateCustomer', { customerId: first!.id, name: 'Renamed Person' });
  expect(await named('person renamed'), 'by the new name').toEqual(['Renamed Person']);
  expect(await named('customer')).toHaveLength(2);
});

test('[TASK-01] whoever may only look hears of customers of a task too', async () => {
  const { tenantId, ana, aTask, next, answerOf } = await aTeam(server);
  const id = await aTask(1, {}, 640);
  const { customer } = (await next(ana, id))!;
  await answerOf(ana, 'skip', { customerId: customer.id, reason: 'Moved' });
  const { rows: pushed } = await server.world.db.pool.query<{ access: string }>(
    `select distinct access from (select tenant_id, kind, access from realtime_event union all select tenant_id, kind, access from outbox) told
     where tenant_id = $1 and kind = 'campaigns.member' and access is not null`,
    [tenantId],
  );
  expect(pushed).toEqual([{ access: 'preview.view' }]);
});

test('[TASK-01] customers of a saved condition come in the background, and chosen ones at once', async () => {
  const { planner, answerOf, ask, anAgent, aCustomer, rows, tenantId, customers } = await aTeam(server);
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push(await aCustomer({ number: numberOf(400 + n), name: `Lucía ${n}` }));
  await aCustomer({ number: numberOf(410), name: 'Other' });
  const [group] = await rows<{ id: number }>(sql`
    insert into condition_group (user_id, name, condition) values (${planner.userId}, 'Lucías', ${JSON.stringify({ join: 'and', items: [{ field: 'full_name', operator: 'contains', values: ['Lucía'] }] })}::jsonb) returning id`);
  const made = await answerOf(planner, 'createFrom', {
    settings: { name: 'Lucías', startType: 3 },
    source: { from: 'conditionGroup', conditionGroupId: group!.id },
  });
  expect(made).toMatchObject({ added: null, import: { state: 'importing', fileName: '' } });
  await expect.poll(async () => (await customers(made.id)).length, { timeout: 20_000 }).toBe(3);
  expect((await answerOf(planner, 'detail', { id: made.id })).state).toBe(2);
  const blind = await anAgent({ functions: ['preview.view', 'preview.edit'] });
  expect(
    (
      await ask(blind, 'appendCustomers', {
        id: made.id,
        source: { from: 'conditionGroup', conditionGroupId: group!.id },
      })
    ).code,
    'customers they may not see',
  ).toBe(403);
  const chosen = await answerOf(planner, 'createFrom', {
    settings: { name: 'Chosen', otherCampaigns: 'allow' },
    source: { from: 'chosen', customerIds: [...ids, 99_999_999] },
  });
  expect(chosen.added).toEqual({ added: 3, duplicates: 0, keptOut: {}, unknown: 1 });
  expect(tenantId).toBeGreaterThan(0);
});

test('[TASK-01] customers are taken out, changed and opened again; who was called keeps the calls', async () => {
  const { planner, answerOf, ana, aTask, next, customers } = await aTeam(server);
  const id = await aTask(3, {}, 500);
  const work = (await next(ana, id))!;
  await answerOf(ana, 'call', { customerId: work.customer.id });
  const [, second, third] = await customers(id);
  expect(await answerOf(planner, 'removeCustomers', { id, customerIds: [work.customer.id, second!.id] })).toEqual({
    removed: 1,
    closed: 1,
  });
  expect((await customers(id)).map((one) => one.id)).toEqual([third!.id]);
  await answerOf(planner, 'updateCustomer', {
    customerId: third!.id,
    name: 'María',
    priority: 9,
    columns: { Plan: 'Family' },
  });
  expect((await customers(id))[0]).toMatchObject({ customerName: 'María', priority: 9, columns: { Plan: 'Family' } });
  expect((await answerOf(planner, 'detail', { id })).customers).toBe(1);
});
