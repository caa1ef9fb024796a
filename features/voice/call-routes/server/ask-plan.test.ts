import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { paysForCalls } from '#features/money/charges/server/charges.fixture.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { aMember } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { aPhone, aTenantWithLines, dial } from './calls.fixture.ts';
import { openCallPlans } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans(server.world);
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));

async function aHouse() {
  const house = await aTenantWithLines(server);
  const ana = await aPhone(server, house.tenantId, { name: 'Ana' });
  const { token } = await aMember(db, house.tenantId, { functions: ['routes.view'] });
  const ask = (body: object) =>
    server.ask('POST', '/cc/api/route/v1/askPlan', { token, body: { userId: ana.member.userId, ...body } });
  const price = (perMinute: number) =>
    run(
      sql`insert into trunk_price (tenant_id, trunk_id, prefix, per_minute) values (${house.tenantId}, ${house.line}, '52', ${perMinute})`,
    );
  const limit = (kind: string, max: number) =>
    run(sql`insert into call_limit (tenant_id, kind, max) values (${house.tenantId}, ${kind}, ${max})`);
  const attempts = async () =>
    (
      await run(
        sql`select number, shown, cost_minor::float8 cost, answered from call_attempt where tenant_id = ${house.tenantId}`,
      )
    ).rows;
  return { ...house, ana, token, ask, price, limit, attempts };
}
const number = '55 1234-5678';

test('[CC-12] the plan says route, trunk, number, limits, cost and why, as the call would find them, and places none', async () => {
  const { tenantId, ana, ask, price, limit, line, router, number: shown, attempts } = await aHouse();
  await price(2.5);
  await limit('perNumber', 3);
  const { data } = await ask({ number, countryCode: '+52' });
  expect(data).toMatchObject({
    kind: 'outbound',
    refusal: null,
    number: '525512345678',
    countryIso2: 'MX',
    isEmergency: false,
    route: { routerId: router, routerName: 'Mexico' },
    trunks: [{ trunkId: line, trunkName: 'A', carrier: 'rehearsal', perMinute: 2.5 }],
    shown,
    limits: [{ kind: 'perNumber', scope: 'tenant', max: 3, used: 0 }],
    perMinute: 2.5,
    currency: 'USD',
  });
  expect(data.steps.map(({ rule, outcome }: { rule: string; outcome: string }) => `${rule} ${outcome}`)).toEqual([
    'exchange passed',
    'token passed',
    'payment passed',
    'number passed',
    'barred passed',
    'country passed',
    'blacklist passed',
    'route chosen',
    'shown chosen',
    'limit passed',
    'trunk chosen',
    'cost passed',
  ]);
  expect(await attempts()).toEqual([]);
  expect(await dial(plans, ana, '5512345678')).toMatchObject({ trunks: [{ id: line }], displayNumber: shown });
  expect((await ask({ number, countryCode: '52' })).data.limits[0].used).toBe(1);
  await run(sql`insert into allowed_country (tenant_id, iso2) values (${tenantId}, 'NL')`);
  const no = (await ask({ number, countryCode: '52' })).data;
  expect(no).toMatchObject({ kind: 'refused', refusal: { code: 811, detail: 'MX' }, trunks: [], shown: null });
  expect(no.steps.at(-1)).toMatchObject({ rule: 'country', outcome: 'refused', detail: 'MX' });
});

test('[CC-12] the plan can be asked for another time, a colleague, a program and a call for help', async () => {
  const { tenantId, ana, ask, router } = await aHouse();
  const budi = await aPhone(server, tenantId, { name: 'Budi' });
  expect((await ask({ number: budi.sipNum })).data).toMatchObject({ kind: 'internal', colleague: 'Budi' });
  expect((await ask({ number: ana.sipNum })).data.refusal).toMatchObject({ code: 816, detail: 'self' });
  expect((await ask({ number: '911', countryCode: '52' })).data).toMatchObject({
    isEmergency: true,
    refusal: { code: 816, detail: 'emergencyNoTrunk' },
  });
  await run(
    sql`update agent set device = 'mobile', mobile_number = '525511112299' where user_id = ${ana.member.userId}`,
  );
  expect((await ask({ number: '112', countryCode: '52' })).data, 'help is dialled on the mobile').toMatchObject({
    isEmergency: true,
    refusal: { code: 21007, detail: 'emergencyOnMobile' },
  });
  await run(sql`update agent set device = 'browser' where user_id = ${ana.member.userId}`);
  expect((await ask({ number, countryCode: '52', purpose: 'autoDial' })).data.refusal).toMatchObject({
    code: 824,
    detail: 'noRoute',
  });
  await run(sql`update router set type = ${RouteType.autoDial} where id = ${router}`);
  expect((await ask({ number, countryCode: '52', purpose: 'autoDial' })).data.kind).toBe('outbound');
  const weekly = JSON.stringify([{ day: 1, from: 540, to: 1_080 }]);
  await run(
    sql`update router set type = ${RouteType.outbound}, weekly = ${weekly}::jsonb, time_zone = 'America/Mexico_City' where id = ${router}`,
  );
  const at = async (moment: string) =>
    (await ask({ number, countryCode: '52', at: moment })).data.refusal?.detail ?? 'goes';
  expect([await at('2026-11-16 16:00:00'), await at('2026-11-16 12:00:00')]).toEqual(['goes', 'routerClosed']);
});

test('[CC-12] the plan is told of people of one’s own team only', async () => {
  const [one, two] = [await aHouse(), await aHouse()];
  expect((await one.ask({ userId: two.ana.member.userId, number, countryCode: '52' })).code).toBe(404);
  const people = await server.ask('POST', '/cc/api/route/v1/planPeople', { token: one.token, body: {} });
  expect(people.data).toEqual([{ userId: one.ana.member.userId, name: 'Ana', sipNum: one.ana.sipNum }]);
  const agent = await aMember(db, one.tenantId, { functions: ['routes.use'] });
  const { code } = await server.ask('POST', '/cc/api/route/v1/askPlan', {
    token: agent.token,
    body: { userId: agent.userId, number },
  });
  expect(code).toBe(403);
});

test('[CC-05] what calls of a day cost is counted by price and talk, and no call goes out once it is spent', async () => {
  const { tenantId, ana, ask, price, limit, line, attempts } = await aHouse();
  await price(30);
  await limit('costPerDay', 100);
  let nowMs = Date.parse('2026-11-17T12:00:00Z');
  const timed = openCallPlans({ ...server.world, clock: clockOf(() => nowMs) });
  const call = async (minutes: number) => {
    const plan = await dial(timed, ana, '5512345678');
    if (typeof plan === 'string') return plan;
    nowMs += minutes * 60_000;
    await timed.outboundEnded(tenantId, ana.member.userId, plan.number, true, {
      trunkId: line,
      talkedMs: minutes * 60_000,
    });
    return 'went out';
  };
  expect([await call(1.5), await call(2), await call(1)]).toEqual(['went out', 'went out', '810 costPerDay']);
  expect((await attempts()).map((one) => (one as { cost: number }).cost)).toEqual([45, 60]);
  const asked = (await ask({ number, countryCode: '52', at: '2026-11-17 12:30:00' })).data;
  expect(asked).toMatchObject({ refusal: { code: 810, detail: 'costPerDay' }, limits: [{ used: 105, max: 100 }] });
  // The day is over where the tenant is.
  nowMs = Date.parse('2026-11-18T00:00:01Z');
  expect(await call(1)).toBe('went out');
  const { token } = await aMember(db, tenantId, { functions: ['call-limits.view'] });
  const { data } = await server.ask('POST', '/cc/api/callLimit/v1/page', { token, body: {} });
  expect(data).toMatchObject({ currency: 'USD', list: [{ kind: 'costPerDay', max: 100, used: expect.any(Number) }] });
});

test('[CC-05] a running call counts for what it has cost so far; one over another trunk costs what that asks', async () => {
  const { tenantId, ana, ask, price, limit, attempts } = await aHouse();
  await price(30);
  await limit('costPerDay', 1_000);
  const { rows } = (await run(
    sql`insert into trunk (tenant_id, name, carrier) values (${tenantId}, 'B', 'rehearsal') returning id`,
  )) as { rows: { id: number }[] };
  await run(
    sql`insert into trunk_price (tenant_id, trunk_id, prefix, per_minute) values (${tenantId}, ${rows[0]!.id}, '5', 9), (${tenantId}, ${rows[0]!.id}, '5255', 4)`,
  );
  expect(await dial(plans, ana, '5512345678')).toMatchObject({ kind: 'outbound' });
  expect((await ask({ number, countryCode: '52' })).data.limits[0].used).toBeCloseTo(30, 0);
  await plans.outboundEnded(tenantId, ana.member.userId, '525512345678', true, {
    trunkId: rows[0]!.id,
    talkedMs: 120_000,
  });
  expect(await attempts()).toMatchObject([{ cost: 8, answered: true }]);
});

test('[CC-05] a call for help leaves by a real trunk that takes it, whatever holds other calls back', async () => {
  const { tenantId, ana, line, number: shown } = await aHouse();
  const real = openCallPlans({
    ...server.world,
    exchange: { ...server.world.exchange, carriers: () => [{ name: 'main', isRehearsal: false }] },
  });
  await run(sql`insert into allowed_country (tenant_id, iso2) values (${tenantId}, 'NL')`);
  await run(sql`insert into call_limit (tenant_id, kind, max) values (${tenantId}, 'concurrent', 0)`);
  await paysForCalls(db, tenantId, { balanceE4: 0 });
  await run(sql`update trunk set emergency = true, emergency_address = 'Av. Reforma 1' where id = ${line}`);
  expect(await dial(real, ana, '911'), 'the trunk only rehearses').toBe('816 emergencyNoTrunk');
  await run(sql`update trunk set carrier = 'main' where id = ${line}`);
  expect(await dial(real, ana, '911')).toMatchObject({
    number: '911',
    country: null,
    trunks: [{ id: line, name: 'main' }],
    displayNumber: shown,
    emergencyAddress: 'Av. Reforma 1',
  });
  expect(await dial(real, ana, '5512345678')).toBe('811 MX');
  await run(sql`delete from allowed_country where tenant_id = ${tenantId}`);
  await run(sql`delete from call_limit where tenant_id = ${tenantId}`);
  expect(await dial(real, ana, '5512345678')).toBe('810 balance');
});

test('[CC-12] calls come in over trunks of routes for them only, once there is one', async () => {
  const { tenantId, router } = await aHouse();
  const did = `52558${tenantId}`;
  const { rows } = (await run(
    sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1) returning id`,
  )) as { rows: { id: number }[] };
  await run(
    sql`insert into did_number (tenant_id, number, country_iso2, carrier, group_id) values (${tenantId}, ${did}, 'MX', 'rehearsal', ${rows[0]!.id})`,
  );
  const from = async (line: string) => {
    const plan = await plans.inbound({ line, did, from: '525512345678' });
    return 'refused' in plan ? plan.refused : plan.kind;
  };
  expect([await from('rehearsal'), await from('other')]).toEqual(['inbound', 'inbound']);
  await run(sql`update router set type = ${RouteType.inbound} where id = ${router}`);
  expect([await from('rehearsal'), await from('other')]).toEqual(['inbound', 'noTrunk']);
});
