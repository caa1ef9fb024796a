import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { failures, type FailureName } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));
const idOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  ((await run(query)).rows[0] as { id: number }).id;
const post = ({ token }: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/didNumber/v1/${path}`, { token, body });
const codeOf = (name: FailureName): number => failures[name].code;

let made = 0;
const aNumber = (): string => `+52 55 4${String((made += 1)).padStart(3, '0')} 0000`;
async function aManager() {
  const tenantId = await aTenant(db);
  const sales = await idOf(
    sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1) returning id`,
  );
  return {
    tenantId,
    sales,
    manager: await aMember(db, tenantId, { functions: ['did-numbers.view', 'did-numbers.edit'] }),
  };
}

test('[CC-04] a number is added in any writing, switched off and on, and removed; each is in the log', async () => {
  const { manager, sales, tenantId } = await aManager();
  const written = aNumber();
  const added = await post(manager, 'add', { number: written, remark: ' Spring ', groupId: sales });
  expect(added.data).toMatchObject({
    number: written.replace(/\D/g, ''),
    countryIso2: 'MX',
    remark: 'Spring',
    groupName: 'Sales',
    enabled: true,
  });
  const { id } = added.data as { id: number };
  expect((await post(manager, 'enable', { ids: [id], enabled: false })).data).toEqual({ changed: 1 });
  expect((await post(manager, 'enable', { ids: [id], enabled: false })).data).toEqual({ changed: 0 });
  expect((await post(manager, 'my', { enabled: true })).data).toEqual({ list: [], total: 0 });
  expect((await post(manager, 'remove', { id })).code).toBe(0);
  expect((await post(manager, 'my')).data.total).toBe(0);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ action: string }>`select action from operation_log where module = 'did-numbers' order by id`.execute(tx.as()),
  );
  expect(rows.map(({ action }) => action)).toEqual(['add', 'enable', 'enable', 'remove']);
});

test.each<[string, object, FailureName]>([
  ['no country', { number: '55 5000 0101' }, 'numberWithoutCountry'],
  ['a country nobody knows', { number: '55 5000 0101', countryIso2: 'ZZ' }, 'numberWithoutCountry'],
  ['letters', { number: 'call us' }, 'numberWrong'],
  ['half a number', { number: '+52 55' }, 'numberWrong'],
  ['an emergency number', { number: '911', countryIso2: 'US' }, 'numberWrong'],
  ['nothing', { number: ' ' }, 'invalidInput'],
  ['far too much', { number: '5'.repeat(60) }, 'invalidInput'],
  ['a country that is none', { number: '+525550000199', countryIso2: 'mexico' }, 'invalidInput'],
  ['a group that is not there', { number: '+525550000199', groupId: 999_999_999 }, 'notFound'],
])('[CC-04] what is no number of ours is refused by its reason, and nothing is made: %s', async (_, body, name) => {
  const { manager } = await aManager();
  expect((await post(manager, 'add', body)).code).toBe(codeOf(name));
  expect((await post(manager, 'my')).data.total).toBe(0);
});

test('[CC-04] of two tenants who race for a number one gets it, and the other is not told who', async () => {
  const [one, other] = [await aManager(), await aManager()];
  const number = aNumber();
  const answers = await Promise.all([one, other].map(({ manager }) => post(manager, 'add', { number })));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, codeOf('numberElsewhere')]);
  const refused = answers.find(({ code }) => code !== 0)!;
  expect(refused.msg).not.toContain('Aurora');
  expect(refused.data).toBeNull();
  const winner = answers[0]!.code === 0 ? one : other;
  expect((await post(winner.manager, 'add', { number })).code).toBe(codeOf('numberOursAlready'));
});

test('[CC-04] a number a group calls with alone stays, and the group is named; with another it goes', async () => {
  const { manager, tenantId, sales } = await aManager();
  const [id, other] = [
    ((await post(manager, 'add', { number: aNumber() })).data as { id: number }).id,
    ((await post(manager, 'add', { number: aNumber() })).data as { id: number }).id,
  ];
  const give = (numberId: number) =>
    run(
      sql`insert into agent_group_number (tenant_id, group_id, did_number_id) values (${tenantId}, ${sales}, ${numberId})`,
    );
  await give(id);
  expect(await post(manager, 'remove', { id })).toMatchObject({
    code: codeOf('numberNeeded'),
    msg: expect.stringContaining('Sales') as string,
  });
  await give(other);
  expect((await post(manager, 'remove', { id })).code).toBe(0);
});

test('[CC-04] a number follows a calendar of its own team, or none', async () => {
  const [{ manager, tenantId }, foreign] = [await aManager(), await aManager()];
  const aCalendar = (of: number, name: string) =>
    idOf(
      sql`insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind) values (${of}, ${name}, 'UTC', '[]', '[]', 'voicemail') returning id`,
    );
  const [office, theirs] = [await aCalendar(tenantId, 'Office'), await aCalendar(foreign.tenantId, 'Theirs')];
  const { id } = (await post(manager, 'add', { number: aNumber() })).data as { id: number };
  expect((await post(manager, 'choices')).data).toEqual({
    calendars: [{ id: office, name: 'Office' }],
    sounds: [],
    countries: ['MX'],
  });
  expect((await post(manager, 'hours', { id, calendarId: office })).data).toMatchObject({
    calendarId: office,
    calendarName: 'Office',
  });
  expect((await post(manager, 'hours', { id, calendarId: theirs })).code).toBe(404);
  expect((await post(manager, 'hours', { id, calendarId: null })).data).toMatchObject({
    calendarId: null,
    calendarName: '',
  });
});

test('[CC-04] 2,000 numbers are found by country, group, state and who answers, page by page', async () => {
  const { manager, tenantId, sales } = await aManager();
  await run(sql`
    insert into did_number (tenant_id, number, country_iso2, carrier, group_id, enabled)
    select ${tenantId}, '5266' || lpad(i::text, 8, '0'), case when i % 2 = 0 then 'MX' else 'US' end, 'any', case when i % 4 = 0 then ${sales}::bigint end, i % 5 > 0 from generate_series(1, 2000) i`);
  const total = async (body: object) => (await post(manager, 'my', body)).data.total as number;
  expect(await total({})).toBe(2_000);
  expect((await post(manager, 'my', { page: 40, size: 50 })).data.list).toHaveLength(50);
  expect(await total({ countryIso2: 'MX' })).toBe(1_000);
  expect(await total({ groupId: sales })).toBe(500);
  expect(await total({ goal: 'nowhere' })).toBe(1_500);
  expect(await total({ goal: 'group', enabled: false })).toBe(100);
  expect(await total({ number: '00001234' })).toBe(1);
});

test('[CC-04] who may only look changes nothing, and numbers of others do not exist', async () => {
  const [one, other] = [await aManager(), await aManager()];
  const viewer = await aMember(db, one.tenantId, { functions: ['did-numbers.view'] });
  const { id } = (await post(other.manager, 'add', { number: aNumber() })).data as { id: number };
  for (const [path, body] of [
    ['add', { number: aNumber() }],
    ['enable', { ids: [id], enabled: false }],
    ['remove', { id }],
    ['hours', { id, calendarId: null }],
  ] as const)
    expect((await post(viewer, path, body)).code).toBe(403);
  for (const [path, body] of [
    ['enable', { ids: [id], enabled: false }],
    ['remove', { id }],
    ['hours', { id, calendarId: null }],
    ['path', { id }],
  ] as const)
    expect((await post(one.manager, path, body)).code).toBe(404);
});
