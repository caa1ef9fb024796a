import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { readGroup } from './condition-groups.repo.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const vips = { join: 'and', items: [{ field: 'company', operator: 'contains', values: ['Aurora'] }] };

async function aTeam() {
  const tenantId = await aTenant(db);
  const [sofia, ana, budi] = [
    await aMember(db, tenantId, { functions: ['condition-groups.use', 'condition-groups.edit', 'field-config.edit'] }),
    await aMember(db, tenantId, { functions: ['condition-groups.use'] }),
    await aMember(db, tenantId, { functions: ['condition-groups.use'] }),
  ];
  const ask = (who: typeof ana, method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: object, path = '') =>
    server.ask(method, `/admin/cdp/conditionGroup${path}`, { token: who.token, ...(body ? { body } : {}) });
  return { tenantId, sofia, ana, budi, ask };
}

test('[CDP-03] a person keeps filters under names of their own, and shares those others may use', async () => {
  const { tenantId, sofia, ana, budi, ask } = await aTeam();
  const own = (await ask(ana, 'POST', { name: 'VIP', condition: vips })).data.id;
  const shared = (await ask(ana, 'POST', { name: 'Everybody’s', condition: vips, shared: true })).data.id;
  expect((await ask(ana, 'POST', { name: 'vip', condition: vips })).code).toBe(20003);
  expect((await ask(budi, 'POST', { name: 'VIP', condition: vips })).code, 'a name is one’s own').toBe(0);
  expect((await ask(budi, 'GET')).data).toMatchObject([
    { name: 'VIP', mine: true },
    { id: shared, mine: false, shared: true, author: ana.identity.name, condition: vips },
  ]);
  const read = (id: number, userId: number) => db.tenant({ tenantId }, (tx) => readGroup(tx, id, userId));
  expect([await read(own, ana.userId), await read(own, budi.userId), await read(shared, budi.userId)]).toEqual([
    vips,
    null,
    vips,
  ]);
  const change = { id: shared, name: 'Ours', condition: vips, shared: true };
  expect([
    (await ask(budi, 'PUT', change)).code,
    (await ask(budi, 'PUT', { ...change, id: own })).code,
    (await ask(sofia, 'PUT', change)).code,
  ]).toEqual([403, 404, 0]);
  expect([
    (await ask(budi, 'DELETE', undefined, `/${own}`)).code,
    (await ask(ana, 'DELETE', undefined, `/${own}`)).code,
  ]).toEqual([404, 0]);
  const other = await aTeam();
  expect((await other.ask(other.sofia, 'GET')).data).toEqual([]);
});

test('[CDP-03] a filter by a field nobody has, or with a question it cannot answer, is refused', async () => {
  const { sofia, ask } = await aTeam();
  const save = (field: string, operator = 'is', values: unknown[] = ['x']) =>
    ask(sofia, 'POST', {
      name: `${field} ${operator}`,
      condition: { join: 'or', items: [{ join: 'and', items: [{ field, operator, values }] }] },
    });
  expect([
    (await save('shoe_size')).code,
    (await save('custom:999999')).code,
    (await save('company', 'between', ['a', 'b'])).code,
    (await save('company', 'is', [])).code,
  ]).toEqual([400, 400, 400, 400]);
  const { id } = (
    await server.ask('POST', '/admin/saas_plat/field_config/custom', {
      token: sofia.token,
      body: { type: VariableType.text, name: 'Badge' },
    })
  ).data;
  expect((await save(`custom:${id}`)).code).toBe(0);
});
