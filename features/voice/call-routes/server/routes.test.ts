import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aTenantWithLines } from './calls.fixture.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));
const idOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  ((await run(query)).rows[0] as { id: number }).id;
const agentOf = (tenantId: number) => aMember(db, tenantId, { functions: ['routes.use'] });
const post = (token: string, path: string, body: object = {}) => server.ask('POST', `/cc/api/${path}`, { token, body });

test('[CC-12] the lines to call through: the default first, then routers for calls by hand, of my tenant only', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  await run(
    sql`insert into router (tenant_id, name, type, enabled) values (${one.tenantId}, 'Robots', 1, true), (${one.tenantId}, 'Off', 2, false), (${one.tenantId}, 'Inbound', 3, true)`,
  );
  const outbound = await idOf(
    sql`insert into router (tenant_id, name, type) values (${one.tenantId}, 'World', 4) returning id`,
  );
  const ana = await agentOf(one.tenantId);
  expect((await post(ana.token, 'route/v1/routers')).data).toEqual([
    { routerId: 0, routerName: 'Default lines', type: 2 },
    { routerId: one.router, routerName: 'Mexico', type: 2 },
    { routerId: outbound, routerName: 'World', type: 4 },
  ]);
  expect((await post(ana.token, 'route/v1/displayNumbers', { routerId: other.router })).code).toBe(404);
});

test('[CC-01] [PHONE-01] the numbers to show: the default first, external ones and our own, those bound elsewhere left out', async () => {
  const { tenantId, router, number } = await aTenantWithLines(server);
  await aTenantWithLines(server);
  const second = await idOf(
    sql`insert into router (tenant_id, name, type) values (${tenantId}, 'World', 4) returning id`,
  );
  await run(
    sql`insert into external_number (tenant_id, number, router_id, enabled) values (${tenantId}, '14155550150', ${second}, true), (${tenantId}, '14155550151', null, false)`,
  );
  await run(
    sql`insert into did_number (tenant_id, number, country_iso2, remark, carrier) values (${tenantId}, ${`1${number}`}, 'MX', 'Sales', 'rehearsal')`,
  );
  const ana = await agentOf(tenantId);
  const shown = async (body: object) =>
    (await post(ana.token, 'route/v1/displayNumbers', body)).data.map((one: { number: string; kind: string }) =>
      `${one.kind} ${one.number}`.trim(),
    );
  expect(await shown({ routerId: router })).toEqual(['default', `external ${number}`, `did 1${number}`]);
  expect(await shown({ routerId: second })).toEqual([
    'default',
    `external ${number}`,
    'external 14155550150',
    `did 1${number}`,
  ]);
  expect(await shown({})).toEqual(['default', `external ${number}`, 'external 14155550150', `did 1${number}`]);
  expect((await post(ana.token, 'number/v1/useful')).data.map((one: { number: string }) => one.number)).toEqual([
    number,
    '14155550150',
    `1${number}`,
  ]);
});

test('[CC-12] numbers of a group, of my tenant only', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  const group = await idOf(
    sql`insert into agent_group (tenant_id, name, group_no) values (${one.tenantId}, 'Sales', 1) returning id`,
  );
  const did = await idOf(
    sql`insert into did_number (tenant_id, number, remark, carrier, group_id) values (${one.tenantId}, '525559991001', 'Sales', 'rehearsal', ${group}) returning id`,
  );
  await run(
    sql`insert into agent_group_number (tenant_id, group_id, did_number_id) values (${one.tenantId}, ${group}, ${did})`,
  );
  const [ana, noor] = [await agentOf(one.tenantId), await agentOf(other.tenantId)];
  expect((await post(ana.token, 'route/v1/groupNumbers', { agentGroupId: group })).data).toEqual([
    { id: did, number: '525559991001', remark: 'Sales', countryIso2: '', kind: 'did' },
  ]);
  expect((await post(noor.token, 'route/v1/groupNumbers', { agentGroupId: group })).code).toBe(404);
  await expect(
    run(sql`delete from agent_group where id = ${group}`),
    'a group that gets the callers of a number stays',
  ).rejects.toThrow('foreign key');
});

test('[CC-01] the countries I may call, by name in my language', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aMember(db, tenantId, { functions: ['routes.use'], language: 'es-MX' });
  const countries = async () => (await post(ana.token, 'country/v1/dialling')).data;
  expect((await countries()).length).toBeGreaterThan(200);
  await run(sql`insert into allowed_country (tenant_id, iso2) values (${tenantId}, 'US'), (${tenantId}, 'MX')`);
  expect(await countries()).toEqual([
    { code: '1', iso2: 'US', name: 'Estados Unidos' },
    { code: '52', iso2: 'MX', name: 'México' },
  ]);
});

test('[CC-12] lines and numbers are for people who call', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const nobody = await aMember(db, tenantId);
  for (const path of ['route/v1/routers', 'route/v1/displayNumbers', 'number/v1/useful', 'country/v1/dialling'])
    expect((await post(nobody.token, path)).code).toBe(403);
});
