import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { MenuEntry } from '#core/menu/menu.ts';
import { AGENT_STATUS_REPORT_KEY, DASHBOARD_KEY, SCRIPTS_KEY } from '#core/menu/menu.ts';
import { aMember, aTenant, type MemberWishes } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { MenuVo } from '../contract.ts';

const server = await testServer();
const { db, catalogue } = server.world;
afterAll(() => server.close());

// Entries as features add them; the decisions about each are tested in core/menu.
const entry = (key: string, section: MenuEntry['section']): MenuEntry => ({
  key,
  name: `entry ${key}`,
  system: 5,
  ...(section ? { section } : {}),
  order: 1,
  access: 'access.view',
  icon: 'home',
});
catalogue.menu.push(
  entry('/robot/flows', 'robot'),
  entry(SCRIPTS_KEY, 'seating'),
  entry(AGENT_STATUS_REPORT_KEY, 'data'),
  { ...entry(DASHBOARD_KEY, 'data'), access: 'access.settings' },
);

const RESOURCE = '/admin/saas_plat/resource';
const BOTH = '/admin/saas_plat/once/getSystemAndResource';
const keysOf = (menu: MenuVo[]) =>
  menu.flatMap((item) => (item.child.length ? item.child.map((child) => child.key) : [item.key]));

async function menuOf(token: string, query: Record<string, string> = {}) {
  const { code, data } = await server.ask('GET', RESOURCE, { token, query });
  expect(code).toBe(0);
  return data as { menuVos: MenuVo[]; functionVos: { key: string }[] };
}
const aPerson = async (wishes: MemberWishes = {}) => aMember(db, await aTenant(db), wishes);
const change = (tenantId: number, what: string) =>
  db.everyTenant('a tenant of another kind', (tx) =>
    sql.raw(`update tenant set ${what} where id = ${tenantId}`).execute(tx.as()),
  );

test('[SHELL-07] the menu and the function keys follow the role', async () => {
  const ana = await aPerson({ functions: ['access.view', 'gone.key'] });
  const { menuVos, functionVos } = await menuOf(ana.token);
  expect(keysOf(menuVos)).toContain(SCRIPTS_KEY);
  expect(keysOf(menuVos)).not.toContain(DASHBOARD_KEY);
  expect(functionVos).toEqual([{ key: 'access.view' }]);
});

test('[SHELL-07] the owner holds every function key there is', async () => {
  const owner = await aPerson({ isOwner: true });
  const { functionVos } = await menuOf(owner.token);
  // Rehearsing is for teams that switched it on; that they may do so is everybody's.
  const everybodys = catalogue.functions.flatMap(({ functions, isFor, beginsWith = [] }) =>
    isFor ? functions.filter((key) => beginsWith.includes(key)) : functions,
  );
  expect(functionVos.map((each) => each.key)).toEqual(everybodys);
  expect(everybodys).toContain('rehearsal.edit');
  expect(everybodys).not.toContain('rehearsal.use');
  expect(functionVos.length).toBeGreaterThan(3);
});

test('[API-04] the menu is the one of system 5 unless another is named', async () => {
  const owner = await aPerson({ isOwner: true });
  expect((await menuOf(owner.token)).menuVos).toEqual((await menuOf(owner.token, { system_id: '5' })).menuVos);
  expect(keysOf((await menuOf(owner.token, { system_id: '2' })).menuVos)).toEqual(
    expect.arrayContaining(['/organisation/members', '/organisation/roles', '/organisation/settings']),
  );
});

test('[SHELL-07] a system one does not belong to, or that does not exist, has an empty menu', async () => {
  const ana = await aPerson({ functions: ['access.view', 'access.settings'] });
  for (const system_id of ['2', '9'])
    expect(await menuOf(ana.token, { system_id })).toEqual({ menuVos: [], functionVos: [] });
  expect((await server.ask('GET', RESOURCE, { token: ana.token, query: { system_id: 'x' } })).code).toBe(400);
  const nobody = await aPerson();
  expect(await menuOf(nobody.token)).toEqual({ menuVos: [], functionVos: [] });
});

test('[SHELL-07] menu names are in the language of the reader', async () => {
  const chen = await aPerson({ isOwner: true, language: 'zh-CN' });
  const { menuVos } = await menuOf(chen.token, { system_id: '2' });
  const [section] = menuVos.filter((item) => item.key === 'organisation');
  expect(section!.child.map((child) => child.name)).toEqual(expect.arrayContaining(['成员', '角色', '组织设置']));
});

test('[SHELL-26] robot entries need AI flows, the scripts entry needs an account with voice', async () => {
  const ana = await aPerson({ functions: ['access.view'] });
  await change(ana.tenantId, 'ai_flows_enabled = false');
  expect(keysOf((await menuOf(ana.token)).menuVos)).not.toContain('/robot/flows');
  await change(ana.tenantId, `ai_flows_enabled = true, account_mode = 'textOnly'`);
  const keys = keysOf((await menuOf(ana.token)).menuVos);
  expect(keys).toContain('/robot/flows');
  expect(keys).not.toContain(SCRIPTS_KEY);
});

test("[SHELL-29] AgentStatusEnable 'false' takes the report away; a tenant of the analytics kind gets the dashboard at the top", async () => {
  const ana = await aPerson({ functions: ['access.view', 'access.settings'] });
  expect(keysOf((await menuOf(ana.token)).menuVos)).toContain(AGENT_STATUS_REPORT_KEY);
  await server.ask('PUT', '/admin/saas_plat/config/value', {
    token: ana.token,
    body: { name: 'AgentStatusEnable', value: 'false' },
  });
  await change(ana.tenantId, `kind = 'analytics'`);
  const { menuVos } = await menuOf(ana.token);
  expect(keysOf(menuVos)).not.toContain(AGENT_STATUS_REPORT_KEY);
  expect(menuVos.filter(({ child }) => child.length === 0).map(({ key }) => key)).toContain(DASHBOARD_KEY);
});

test('[ADMIN-02] systems, menu and function keys come in one answer', async () => {
  const owner = await aPerson({ isOwner: true });
  const { data } = await server.ask('GET', BOTH, { token: owner.token });
  expect(data).toEqual({
    ...(await menuOf(owner.token)),
    systems: [
      { system_id: 5, name: 'Contact centre', current: true },
      { system_id: 2, name: 'Platform', current: false },
    ],
  });
  const other = await server.ask('GET', BOTH, { token: owner.token, query: { system_id: '2' } });
  expect(keysOf(other.data.menuVos)).toContain('/organisation/roles');
  const ana = await aPerson({ functions: ['access.view'] });
  expect((await server.ask('GET', BOTH, { token: ana.token })).data.systems).toEqual([
    { system_id: 5, name: 'Contact centre', current: true },
  ]);
});

test('[SHELL-18] whoever lost the role of the system they were in goes on in one they still have', async () => {
  const ana = await aPerson({ functions: ['access.view'] });
  await db.everyTenant('the switch of another feature', (tx) =>
    sql`update session set system_id = 2 where id = ${ana.sessionId}`.execute(tx.as()),
  );
  for (const query of [{}, { system_id: '2' }] as Record<string, string>[]) {
    const { data } = await server.ask('GET', BOTH, { token: ana.token, query });
    expect(data.systems).toEqual([{ system_id: 5, name: 'Contact centre', current: true }]);
    expect(keysOf(data.menuVos)).toContain(SCRIPTS_KEY);
  }
});

test('a stranger gets no menu', async () => {
  for (const path of [RESOURCE, BOTH]) expect((await server.ask('GET', path)).code).toBe(401);
});
