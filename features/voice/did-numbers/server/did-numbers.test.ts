import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { flowsApi } from '#features/flows/flows/contract.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const idOf = (query: ReturnType<typeof sql>): Promise<number> =>
  db.everyTenant('arranges', async (tx) => ((await query.execute(tx.as())).rows[0] as { id: number }).id);
const post = ({ token }: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/didNumber/v1/${path}`, { token, body });

let made = 0;
async function aTenantWithNumber() {
  const tenantId = await aTenant(db);
  const [sales, support] = [
    await idOf(sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1) returning id`),
    await idOf(
      sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Support', 2) returning id`,
    ),
  ];
  const number = `5255577700${String((made += 1)).padStart(2, '0')}`;
  const id = await idOf(
    sql`insert into did_number (tenant_id, number, country_iso2, remark, carrier, group_id) values (${tenantId}, ${number}, 'MX', 'Sales', 'rehearsal', ${sales}) returning id`,
  );
  return {
    tenantId,
    number,
    id,
    sales,
    support,
    manager: await aMember(db, tenantId, { functions: ['did-numbers.view', 'did-numbers.edit'] }),
  };
}
const menuTo = (groupId: number) => ({
  prompt: 'menu.main',
  keys: { 1: { kind: 'group', groupId }, '#': { kind: 'hangUp' } },
  otherwise: { kind: 'voicemail' },
});

test('[CC-04] my numbers are those of my tenant, found by number and remark', async () => {
  const { manager, number, id, sales } = await aTenantWithNumber();
  await aTenantWithNumber();
  expect((await post(manager, 'my')).data).toEqual({
    total: 1,
    list: [
      {
        id,
        number,
        countryIso2: 'MX',
        remark: 'Sales',
        inboundConfig: 1,
        groupId: sales,
        groupName: 'Sales',
        menu: null,
        flowId: null,
        flowName: '',
        calendarId: null,
        calendarName: '',
        accountName: '',
        enabled: true,
      },
    ],
  });
  expect((await post(manager, 'my', { number: number.slice(3, 9), remark: 'SALE' })).data.total).toBe(1);
  expect((await post(manager, 'my', { remark: '%' })).data.total).toBe(0);
});

test('[CC-04] groups with the numbers whose callers they get', async () => {
  const { manager, number, id, sales, support } = await aTenantWithNumber();
  expect((await post(manager, 'groups')).data).toEqual([
    { groupId: sales, groupName: 'Sales', numbers: [{ id, number }] },
    { groupId: support, groupName: 'Support', numbers: [] },
  ]);
});

test('[CC-04] a remark is kept and stands in the operation log', async () => {
  const { manager, number, id, tenantId } = await aTenantWithNumber();
  expect((await post(manager, 'remark', { id, remark: ' Campaign ' })).data).toMatchObject({ id, remark: 'Campaign' });
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      target: string;
      change: object;
    }>`select target, change from operation_log where module = 'did-numbers'`.execute(tx.as()),
  );
  expect(rows).toEqual([{ target: number, change: { before: { remark: 'Sales' }, after: { remark: 'Campaign' } } }]);
});

test('[CC-04] callers go to another group, or through a menu, and back again', async () => {
  const { manager, id, support, sales } = await aTenantWithNumber();
  expect((await post(manager, 'inboundConfig', { id, inboundConfig: 1, groupId: support })).data).toMatchObject({
    inboundConfig: 1,
    groupId: support,
    groupName: 'Support',
  });
  expect((await post(manager, 'inboundConfig', { id, inboundConfig: 2, menu: menuTo(sales) })).data).toMatchObject({
    inboundConfig: 2,
    menu: { ...menuTo(sales), waitMs: 5_000, tries: 3 },
  });
  expect((await post(manager, 'my')).data.list[0]).toMatchObject({
    inboundConfig: 2,
    menu: { keys: { '#': { kind: 'hangUp' } } },
  });
  expect((await post(manager, 'inboundConfig', { id, inboundConfig: 1, groupId: sales })).data).toMatchObject({
    inboundConfig: 1,
    groupId: sales,
  });
});

test('[CC-04] numbers and groups of another tenant do not exist, and half a choice is none', async () => {
  const [one, other] = [await aTenantWithNumber(), await aTenantWithNumber()];
  expect((await post(one.manager, 'remark', { id: other.id, remark: 'x' })).code).toBe(404);
  expect((await post(one.manager, 'inboundConfig', { id: other.id, inboundConfig: 1, groupId: one.sales })).code).toBe(
    404,
  );
  expect((await post(one.manager, 'inboundConfig', { id: one.id, inboundConfig: 1, groupId: other.sales })).code).toBe(
    404,
  );
  expect(
    (await post(one.manager, 'inboundConfig', { id: one.id, inboundConfig: 2, menu: menuTo(other.sales) })).code,
  ).toBe(404);
  expect((await post(one.manager, 'inboundConfig', { id: one.id, inboundConfig: 1 })).code).toBe(400);
  expect((await post(one.manager, 'inboundConfig', { id: one.id, inboundConfig: 2 })).code).toBe(400);
  expect(
    (
      await post(one.manager, 'inboundConfig', {
        id: one.id,
        inboundConfig: 2,
        menu: { ...menuTo(one.sales), keys: { 11: { kind: 'hangUp' } } },
      })
    ).code,
  ).toBe(400);
});

test('[CC-04] who may look may not decide', async () => {
  const { tenantId, id, support } = await aTenantWithNumber();
  const [viewer, agent] = [
    await aMember(db, tenantId, { functions: ['did-numbers.view'] }),
    await aMember(db, tenantId),
  ];
  expect((await post(viewer, 'my')).code).toBe(0);
  expect((await post(viewer, 'inboundConfig', { id, inboundConfig: 1, groupId: support })).code).toBe(403);
  expect((await post(agent, 'my')).code).toBe(403);
});

const aFlowOf = (tenantId: number, name: string, version: number | null): Promise<number> =>
  idOf(
    sql`insert into flow (tenant_id, name, draft, published_version) values (${tenantId}, ${name}, '{}', ${version}) returning id`,
  );

test('[CC-07] a published flow answers a number, says so where it is used, and one of others or unpublished does not', async () => {
  const { manager, id, number, tenantId } = await aTenantWithNumber();
  const [reception, draft] = [await aFlowOf(tenantId, 'Reception', 1), await aFlowOf(tenantId, 'Unfinished', null)];
  const foreign = await aFlowOf(await aTenant(db), 'Theirs', 1);
  expect((await post(manager, 'flows')).data).toEqual([{ flowId: reception, flowName: 'Reception' }]);
  expect((await post(manager, 'inboundConfig', { id, inboundConfig: 2, flowId: reception })).data).toMatchObject({
    inboundConfig: 2,
    flowId: reception,
    flowName: 'Reception',
  });
  for (const flowId of [draft, foreign])
    expect((await post(manager, 'inboundConfig', { id, inboundConfig: 2, flowId })).code).toBe(404);
  const designer = await aMember(db, tenantId, { functions: ['flows.edit'] });
  expect(
    await server.ask(flowsApi.delete.method, flowsApi.delete.path, { token: designer.token, body: { id: reception } }),
  ).toMatchObject({ code: failures.flowInUse.code, msg: expect.stringContaining(number) as string });
});
