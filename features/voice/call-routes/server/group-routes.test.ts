import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { CallHeader } from '#shared/call-headers.ts';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aPhone, aTenantWithLines, dial } from './calls.fixture.ts';
import { openCallPlans } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans(server.world);
const idOf = (query: ReturnType<typeof sql>): Promise<number> =>
  db.everyTenant('arranges', async (tx) => ((await query.execute(tx.as())).rows[0] as { id: number }).id);
const CUSTOMER = '5512345678';

/** A tenant with two routes and two numbers, and somebody in two groups. */
async function aHouse() {
  const house = await aTenantWithLines(server);
  const { tenantId, line } = house;
  const second = await idOf(
    sql`insert into router (tenant_id, name, type) values (${tenantId}, 'World', 4) returning id`,
  );
  const other = await idOf(
    sql`insert into trunk (tenant_id, name, carrier) values (${tenantId}, 'B', 'rehearsal') returning id`,
  );
  await db.everyTenant('arranges', (tx) =>
    sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${second}, ${other}, 0)`.execute(
      tx.as(),
    ),
  );
  const ours = `52557${tenantId}`;
  const did = await idOf(
    sql`insert into did_number (tenant_id, number, country_iso2, carrier) values (${tenantId}, ${ours}, 'MX', 'rehearsal') returning id`,
  );
  const ana = await aPhone(server, tenantId);
  const group = async (name: string, no: number) => {
    const id = await idOf(
      sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${no}) returning id`,
    );
    await db.everyTenant('arranges', (tx) =>
      sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${id}, ${ana.member.userId})`.execute(
        tx.as(),
      ),
    );
    return id;
  };
  const [sales, support] = [await group('Sales', 1), await group('Support', 2)];
  const admin = await aMember(db, tenantId, { functions: ['routes.view', 'routes.edit'] });
  const ask = (path: string, body: object) =>
    server.ask('POST', `/cc/api/agentGroup/v1/${path}`, { token: admin.token, body });
  const offered = async (path: string, body: object = {}) =>
    (await server.ask('POST', `/cc/api/route/v1/${path}`, { token: ana.member.token, body })).data;
  return { ...house, line, second, other, did, ours, ana, sales, support, ask, offered };
}

test('[CC-02] [CC-12] a group calls by its routes and shows its numbers, in every way of dialling; of several groups those of all', async () => {
  const { tenantId, line, router, second, other, did, ours, number, ana, sales, support, ask, offered } =
    await aHouse();
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ trunks: [{ id: line }, { id: other }] });
  const numbers = [{ kind: 'did', id: did }];
  expect((await ask('routes/set', { id: sales, routerIds: [second, second], numbers })).code).toBe(0);
  expect((await ask('routes', { id: sales })).data).toEqual({
    routes: [{ routerId: second, routerName: 'World', type: 4, enabled: true }],
    numbers: [{ kind: 'did', id: did, number: ours, remark: '', countryIso2: 'MX' }],
  });
  // From the phone, to a chosen route, with a chosen number.
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ trunks: [{ id: other }], displayNumber: ours });
  expect(await dial(plans, ana, CUSTOMER, { [CallHeader.routerId]: String(router) })).toBe('824 notOfGroup');
  expect(await dial(plans, ana, CUSTOMER, { [CallHeader.outCallerNumber]: number })).toBe('819 notOfGroup');
  // Vouched for by the server: a callback, a transfer to outside, a call the page asks for.
  expect(await plans.outbound({ account: ana.sipNum, to: `+52${CUSTOMER}`, headers: {}, vouched: true })).toMatchObject(
    { trunks: [{ id: other }], displayNumber: ours },
  );
  expect((await offered('routers')).map(({ routerId }: { routerId: number }) => routerId)).toEqual([0, second]);
  expect((await offered('displayNumbers')).map((one: { number: string }) => one.number)).toEqual(['', ours]);
  expect(await offered('displayNumbers', { routerId: router }), 'not one of theirs').toBeNull();
  // No agent's call: groups have no say.
  expect(await plans.onward({ tenantId, number: `52${CUSTOMER}`, shown: '' })).toMatchObject({
    trunks: [{ id: line }, { id: other }],
  });
  await ask('routes/set', { id: support, routerIds: [router], numbers: [] });
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({
    trunks: [{ id: line }, { id: other }],
    displayNumber: ours,
  });
  await ask('routes/set', { id: sales, routerIds: [], numbers: [] });
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ trunks: [{ id: line }] });
  await ask('routes/set', { id: support, routerIds: [], numbers: [] });
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ trunks: [{ id: line }, { id: other }] });
});

test('[CC-02] a group gets routes and numbers of its own team only', async () => {
  const [one, two] = [await aHouse(), await aHouse()];
  expect((await one.ask('routes', { id: two.sales })).code).toBe(404);
  expect((await one.ask('routes/set', { id: two.sales, routerIds: [], numbers: [] })).code).toBe(404);
  expect((await one.ask('routes/set', { id: one.sales, routerIds: [two.router], numbers: [] })).code).toBe(404);
  const theirs = [{ kind: 'did', id: two.did }];
  expect((await one.ask('routes/set', { id: one.sales, routerIds: [one.router], numbers: theirs })).code).toBe(23804);
  expect((await one.ask('routes', { id: one.sales })).data).toEqual({ routes: [], numbers: [] });
});
