import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aPhone, dial } from './calls.fixture.ts';
import { openCallPlans } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans(server.world);

const trunk = {
  name: 'Rehearsal',
  carrier: 'rehearsal',
  enabled: true,
  maxCalls: null,
  callsPerSec: null,
  emergency: false,
  emergencyAddress: '',
};
const route = {
  name: 'Mexico',
  type: RouteType.manualCall,
  countries: ['MX'],
  hours: { kind: 'always' },
  enabled: true,
  strategy: 'order',
};

async function aTeam() {
  const tenantId = await aTenant(db);
  const { token } = await aMember(db, tenantId, { functions: ['routes.view', 'routes.edit', 'routes.use'] });
  const ask = (path: string, body: object = {}, as = token) =>
    server.ask('POST', '/cc/api/route/v1/route', { token: as, body: { path, ...body } });
  const made = async (path: string, body: object): Promise<number> => (await ask(path, body)).data.id;
  return { tenantId, token, ask, made };
}

test('[CC-12] routes and trunks are kept by one address, told apart by the field path; the next call takes them', async () => {
  const { tenantId, ask, made } = await aTeam();
  expect((await ask('line.carriers')).data).toEqual([{ carrier: 'rehearsal', isRehearsal: true }]);
  const [first, second] = [await made('line.create', trunk), await made('line.create', { ...trunk, name: 'Second' })];
  const id = await made('create', {
    ...route,
    trunks: [
      { trunkId: second, weight: 2 },
      { trunkId: first, weight: 1 },
    ],
  });
  const [shown] = (await ask('list')).data;
  expect(shown).toMatchObject({
    id,
    ...route,
    isOpen: true,
    trunks: [
      { trunkId: second, name: 'Second', weight: 2 },
      { trunkId: first, name: 'Rehearsal' },
    ],
    numbers: 0,
    version: 1,
  });
  expect((await ask('line.list')).data).toMatchObject([
    { id: first, isRehearsal: true, isKnown: true, calls: 0, prices: 0, routes: [{ id, name: 'Mexico' }] },
    { id: second },
  ]);
  await db.everyTenant('arranges', (tx) =>
    sql`insert into external_number (tenant_id, number, country_iso2) values (${tenantId}, ${`52555${tenantId}`}, 'MX')`.execute(
      tx.as(),
    ),
  );
  const ana = await aPhone(server, tenantId);
  expect(await dial(plans, ana, '5512345678')).toMatchObject({ trunks: [{ id: second }, { id: first }] });
  const { version: _version, ...changed } = { ...route, version: 1, trunks: [{ trunkId: first, weight: 1 }] };
  expect((await ask('update', { ...changed, id, version: shown.version })).code).toBe(0);
  expect(await dial(plans, ana, '5512345678')).toMatchObject({ trunks: [{ id: first }] });
  expect((await ask('update', { ...changed, id, version: shown.version })).code, 'somebody was quicker').toBe(20002);
  expect((await ask('line.delete', { id: first, version: 1 })).code, 'a route has it').toBe(23800);
  expect((await ask('line.update', { ...trunk, name: 'Second', id: second, version: 1, enabled: false })).code).toBe(0);
  expect((await ask('line.delete', { id: second, version: 1 })).code).toBe(20002);
  expect((await ask('line.delete', { id: second, version: 2 })).code, 'a call goes over it').toBe(23800);
  for (let calls = 0; calls < 2; calls += 1)
    await plans.outboundEnded(tenantId, ana.member.userId, '525512345678', true);
  expect((await ask('line.delete', { id: second, version: 2 })).code).toBe(0);
  expect((await ask('delete', { id, version: 2 })).code).toBe(0);
  expect((await ask('list')).data).toEqual([]);
});

test('[CC-12] each operation asks for its own right, and what nobody knows is refused', async () => {
  const { tenantId, ask } = await aTeam();
  const viewer = await aMember(db, tenantId, { functions: ['routes.view'] });
  const agent = await aMember(db, tenantId, { functions: ['routes.use'] });
  expect((await ask('list', {}, viewer.token)).code).toBe(0);
  expect((await ask('line.create', trunk, viewer.token)).code).toBe(403);
  expect((await ask('list', {}, agent.token)).code).toBe(403);
  expect((await ask('line.burn')).code).toBe(400);
});

test('[CC-12] what cannot be is refused at its field, and nothing is half made', async () => {
  const { tenantId, ask, made } = await aTeam();
  const other = await aTeam();
  const mine = await made('line.create', trunk);
  const theirs = await other.made('line.create', trunk);
  const trunks = [{ trunkId: mine, weight: 1 }];
  const wrong: [object, number][] = [
    [{ ...route, trunks: [] }, 400],
    [{ ...route, trunks: [...trunks, ...trunks] }, 400],
    [{ ...route, trunks, countries: ['XX'] }, 400],
    [{ ...route, trunks, type: 9 }, 400],
    [{ ...route, trunks, hours: { kind: 'weekly', timeZone: 'Mars', weekly: [{ day: 1, from: 0, to: 9 }] } }, 400],
    [{ ...route, trunks: [{ trunkId: theirs, weight: 1 }] }, 23801],
    [{ ...route, trunks, hours: { kind: 'calendar', calendarId: 1 } }, 404],
  ];
  for (const [body, code] of wrong) expect((await ask('create', body)).code, JSON.stringify(body)).toBe(code);
  expect((await ask('create', { ...route, trunks: [] })).msg).toContain('trunks');
  expect((await ask('line.create', { ...trunk, carrier: 'nobody' })).code).toBe(23802);
  expect((await ask('line.create', trunk)).code, 'the same name').toBe(20003);
  expect((await ask('list')).data).toEqual([]);
  const id = await made('create', { ...route, trunks });
  expect((await ask('create', { ...route, trunks })).code).toBe(20003);
  expect((await other.ask('update', { ...route, trunks, id, version: 1 })).code).toBe(404);
  expect((await other.ask('delete', { id, version: 1 })).code).toBe(404);
  await db.everyTenant('arranges', (tx) =>
    sql`insert into external_number (tenant_id, number, router_id) values (${tenantId}, ${`52556${tenantId}`}, ${id})`.execute(
      tx.as(),
    ),
  );
  expect((await ask('delete', { id, version: 1 })).code, 'a number is bound to it').toBe(23803);
});

test('[CC-12] a route by its hours: a week of its own, or a calendar; without the calendar it is always open', async () => {
  const { tenantId, ask, made } = await aTeam();
  const trunkId = await made('line.create', trunk);
  const trunks = [{ trunkId, weight: 1 }];
  // Open at no hour of any day but one minute a week, which is not now.
  const today = new Date().getUTCDay() || 7;
  const weekly = [{ day: (today % 7) + 1, from: 600, to: 601 }];
  await made('create', { ...route, trunks, hours: { kind: 'weekly', timeZone: 'UTC', weekly } });
  const calendarId = await db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into business_calendar (name, time_zone, weekly, holidays, closed_kind) values ('Never', 'UTC', '[]', '[]', 'hangUp') returning id`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  });
  await made('create', { ...route, name: 'By calendar', trunks, hours: { kind: 'calendar', calendarId } });
  expect((await ask('list')).data).toMatchObject([
    { name: 'By calendar', isOpen: false, hours: { kind: 'calendar', calendarId }, calendarName: 'Never' },
    { name: 'Mexico', isOpen: false, hours: { kind: 'weekly', timeZone: 'UTC', weekly } },
  ]);
  const ana = await aPhone(server, tenantId);
  expect(await dial(plans, ana, '5512345678')).toBe('824 routerClosed');
  const { data } = await server.ask('POST', '/cc/api/route/v1/routers', { token: ana.member.token, body: {} });
  expect(data, 'what is closed is not offered').toHaveLength(1);
  await db.tenant({ tenantId }, (tx) => sql`delete from business_calendar where id = ${calendarId}`.execute(tx.as()));
  expect((await ask('list')).data[0]).toMatchObject({ isOpen: true, hours: { kind: 'always' } });
});

test('[CC-12] prices come from a csv, the longest first digits hold; with one wrong row nothing is taken', async () => {
  const { token, ask, made } = await aTeam();
  const trunkId = await made('line.create', trunk);
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const send = async (text: string, mode = 'replace') => {
    const answer = await server.built.http.inject({
      method: 'POST',
      url: '/cc/api/route/v1/costs/import',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` },
      payload: `${field('trunkId', String(trunkId))}${field('mode', mode)}--b\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--b--\r\n`,
    });
    return answer.json() as { data: unknown };
  };
  expect((await send('prefix,price\n52,1.5\n+5255,0.85\n001,2\n')).data).toEqual({ imported: 3, wrong: [] });
  expect((await ask('costs.page', { trunkId })).data).toEqual({
    list: [
      { prefix: '1', perMinute: 2 },
      { prefix: '52', perMinute: 1.5 },
      { prefix: '5255', perMinute: 0.85 },
    ],
    total: 3,
    currency: 'USD',
  });
  expect((await send('52;1,25\n31;x\n52;2\n;3\nlonely\n', 'add')).data).toEqual({
    imported: 0,
    wrong: [
      { line: 2, why: 'price' },
      { line: 3, why: 'twice' },
      { line: 4, why: 'prefix' },
      { line: 5, why: 'columns' },
    ],
  });
  expect((await ask('costs.page', { trunkId, prefix: '52' })).data.total).toBe(2);
  expect((await send('52;1,25\n', 'add')).data).toEqual({ imported: 1, wrong: [] });
  expect((await ask('costs.page', { trunkId, prefix: '52' })).data.list[0]).toEqual({ prefix: '52', perMinute: 1.25 });
  expect((await ask('costs.clear', { trunkId })).data).toEqual({ removed: 3 });
});
