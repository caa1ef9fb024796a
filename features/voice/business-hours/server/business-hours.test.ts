import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { CLOSED_PROMPT } from '#core/call/closed-hours.ts';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import { businessHoursApi, type CalendarFields } from '../contract.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

/** Monday 16 November 2026, 09:30 in Mexico City. */
const OPEN = Date.parse('2026-11-16T15:30:00Z');
const clock = handClock(OPEN);
const plans = openCallPlans({ ...server.world, clock });

let numbers = 0;
const idOf = (query: ReturnType<typeof sql>): Promise<number> =>
  db.everyTenant('arranges', async (tx) => ((await query.execute(tx.as())).rows[0] as { id: number }).id);

async function aHouse() {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const aGroup = (name: string, no: number) =>
    idOf(sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${no}) returning id`);
  const [sales, night] = [await aGroup('Sales', 1), await aGroup('Night', 2)];
  const number = `5255588870${String((numbers += 1)).padStart(2, '0')}`;
  const numberId = await idOf(
    sql`insert into did_number (tenant_id, number, carrier, inbound_config, group_id) values (${tenantId}, ${number}, 'rehearsal', 1, ${sales}) returning id`,
  );
  const calendar = (more: Partial<CalendarFields> = {}): CalendarFields => ({
    name: 'Office',
    timeZone: 'America/Mexico_City',
    weekly: [{ day: 1, from: 540, to: 1_080 }],
    holidays: [],
    closed: { kind: 'voicemail' },
    isDefault: false,
    groupIds: [],
    numberIds: [],
    ...more,
  });
  const add = (more: Partial<CalendarFields> = {}) =>
    server.ask('POST', businessHoursApi.add.path, { token: owner.token, body: calendar(more) });
  const goal = async (atMs: number) => {
    clock.turn(atMs - clock.nowMs());
    const plan = await plans.inbound({ line: 'rehearsal', did: number, from: '525512345678' });
    if (!('to' in plan)) throw new Error('refused');
    if (plan.to.kind === 'flow' || plan.to.kind === 'person') throw new Error('a flow');
    return plan.to.kind === 'group' ? plan.to : { says: plan.to.menu.prompt, goal: plan.to.menu.otherwise };
  };
  return { tenantId, owner, sales, night, numberId, calendar, add, goal };
}
const CLOSED = OPEN + 12 * 3_600_000;

test('[CC-17] without a calendar callers come through at any hour', async () => {
  const { goal, sales } = await aHouse();
  expect(await goal(CLOSED)).toEqual({ kind: 'group', groupId: sales });
});

test('[CC-17] outside the hours of their group callers are told, and leave a message', async () => {
  const { add, goal, sales } = await aHouse();
  expect((await add({ groupIds: [sales] })).code).toBe(0);
  expect(await goal(OPEN)).toEqual({ kind: 'group', groupId: sales });
  expect(await goal(CLOSED)).toEqual({ says: CLOSED_PROMPT, goal: { kind: 'voicemail', ofGroup: sales } });
});

test('[CC-17] the default holds for who has no other; a number’s own goes before its group’s', async () => {
  const { add, goal, sales, night, numberId } = await aHouse();
  await add({ name: 'Default', isDefault: true, closed: { kind: 'hangUp' } });
  expect(await goal(CLOSED)).toEqual({ says: CLOSED_PROMPT, goal: { kind: 'hangUp' } });
  await add({ name: 'Of the group', groupIds: [sales], closed: { kind: 'voicemail' } });
  expect(await goal(CLOSED)).toEqual({ says: CLOSED_PROMPT, goal: { kind: 'voicemail', ofGroup: sales } });
  await add({
    name: 'Night shift',
    groupIds: [night],
    weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 0 })),
  });
  await add({ name: 'Of the number', numberIds: [numberId], closed: { kind: 'group', groupId: night } });
  expect(await goal(CLOSED)).toEqual({ says: CLOSED_PROMPT, goal: { kind: 'group', groupId: night } });
  expect(await goal(OPEN)).toEqual({ kind: 'group', groupId: sales });
});

test('[CC-17] on a holiday callers are told on a weekday too, and a change is felt by the next caller', async () => {
  const { owner, add, calendar, goal, sales } = await aHouse();
  const {
    data: { id },
  } = await add({ groupIds: [sales] });
  expect(await goal(OPEN)).toMatchObject({ kind: 'group' });
  const body = {
    ...calendar({ groupIds: [sales], holidays: [{ date: '11-16', name: 'Revolución', hours: [] }] }),
    id,
    version: 1,
  };
  expect((await server.ask('POST', businessHoursApi.update.path, { token: owner.token, body })).code).toBe(0);
  expect(await goal(OPEN)).toMatchObject({ says: CLOSED_PROMPT });
  expect((await server.ask('POST', businessHoursApi.update.path, { token: owner.token, body })).code).toBe(
    failures.conflict.code,
  );
  await server.ask('POST', businessHoursApi.delete.path, { token: owner.token, body: { id } });
  expect(await goal(CLOSED)).toMatchObject({ kind: 'group' });
});

test('[CC-17] there is one default, a group follows one calendar, and names are not taken twice', async () => {
  const { owner, add, sales } = await aHouse();
  await add({ name: 'A', isDefault: true, groupIds: [sales] });
  await add({ name: 'B', isDefault: true, groupIds: [sales, sales] });
  expect((await add({ name: 'A' })).code).toBe(failures.nameTaken.code);
  const { data } = await server.ask('GET', businessHoursApi.list.path, { token: owner.token });
  expect(data).toMatchObject([
    { name: 'B', isDefault: true, groupIds: [sales] },
    { name: 'A', isDefault: false, groupIds: [] },
  ]);
});

test.each<[string, object]>([
  ['a day that is none', { holidays: [{ date: '2026-02-30', name: 'x', hours: [] }] }],
  [
    'a day twice',
    {
      holidays: [
        { date: '12-25', name: 'x', hours: [] },
        { date: '12-25', name: 'y', hours: [] },
      ],
    },
  ],
  ['a zone that is none', { timeZone: 'Mars/Olympus' }],
  ['an eighth day', { weekly: [{ day: 8, from: 0, to: 60 }] }],
  ['no name', { name: '  ' }],
])('[CC-17] %s is refused', async (_what, more) => {
  const { add } = await aHouse();
  expect((await add(more)).code).toBe(400);
});

test('[CC-17] groups and numbers of others do not exist, and looking is not changing', async () => {
  const [ours, theirs] = [await aHouse(), await aHouse()];
  for (const more of [
    { groupIds: [theirs.sales] },
    { numberIds: [theirs.numberId] },
    { closed: { kind: 'group' as const, groupId: theirs.night } },
  ])
    expect((await ours.add(more)).code).toBe(404);
  const ana = await aMember(db, ours.tenantId, { functions: ['business-hours.view'] });
  expect((await server.ask('GET', businessHoursApi.list.path, { token: ana.token })).code).toBe(0);
  expect((await server.ask('POST', businessHoursApi.add.path, { token: ana.token, body: ours.calendar() })).code).toBe(
    403,
  );
});
