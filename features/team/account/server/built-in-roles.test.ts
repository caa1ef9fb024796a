import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { System } from '#shared/codes/system.ts';
import { createBuiltInRoles, functionsOf, refreshBuiltInRoles } from './built-in-roles.ts';
import { createTenant } from './people.ts';
import { accountServer, aPerson, PASSWORD } from './account.fixture.ts';

const server = await accountServer();
const { ask, world } = server;
const { db } = world;
afterAll(server.close);

const entry = (access: string, system: number) => ({
  key: `/${access}`,
  name: access,
  system,
  order: 1,
  access,
  icon: 'x',
});
const offer = {
  functions: [
    { feature: 'access', functions: ['access.members', 'access.view'] },
    { feature: 'calls', functions: ['calls.monitor', 'calls.use', 'calls.view'] },
    { feature: 'sms', functions: ['sms.use'] },
  ],
  menu: [entry('access.view', System.platform), entry('calls.view', System.contactCentre)],
};

test('[ADMIN-02] a manager has the daily work and sees administration, an agent has what is for use, an administrator has all', () => {
  expect(functionsOf('manager', offer)).toEqual(['access.view', 'calls.monitor', 'calls.use', 'calls.view', 'sms.use']);
  expect(functionsOf('agent', offer)).toEqual(['calls.use', 'sms.use']);
  expect(functionsOf('administrator', offer)).toEqual([
    'access.members',
    'access.view',
    'calls.monitor',
    'calls.use',
    'calls.view',
    'sms.use',
  ]);
});

test('[ADMIN-02] built-in roles are named in the language of the tenant and follow the catalogue at the next start', async () => {
  const { tenant, roles } = await db.everyTenant('a tenant', async (tx) => {
    const id = await createTenant(tx, { name: 'Borealis', language: 'zh-CN' });
    return {
      tenant: id,
      roles: await createBuiltInRoles(tx, id, { catalogue: { functions: [], menu: [] }, texts: world.texts }),
    };
  });
  const { email, userId } = await aPerson(db, [tenant]);
  await db.everyTenant('gets the role', (tx) =>
    sql`insert into member_role (tenant_id, user_id, system_id, role_id) values (${tenant}, ${userId}, 5, ${roles.agent})`.execute(
      tx.as(),
    ),
  );
  const { data } = await ask('login', { email, password: PASSWORD });
  expect((await world.sessions.identify(data.token))!.functions).toEqual(new Set());

  await refreshBuiltInRoles({ ...world, catalogue: { ...world.catalogue, ...offer } });
  await expect
    .poll(async () => (await world.sessions.identify(data.token))!.functions)
    .toEqual(new Set(['calls.use', 'sms.use']));
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select name, built_in, system_id, cardinality(functions) keys from role order by id`.execute(tx.as()),
  );
  expect(rows).toEqual([
    { name: '主管', built_in: 'manager', system_id: 5, keys: 5 },
    { name: '客服', built_in: 'agent', system_id: 5, keys: 2 },
    { name: '管理员', built_in: 'administrator', system_id: 2, keys: 6 },
  ]);
});

test('what happens before sign-in can be chosen in the operation log too', () => {
  expect(world.catalogue.operations.find(({ module }) => module === 'account')!.actions).toEqual(
    expect.arrayContaining(['login', 'loginFailed', 'logout', 'register', 'changePassword']),
  );
});
