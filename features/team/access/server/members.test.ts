import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aSession, aTenant, type Member as Person } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { Member, MemberChange, Role } from '../contract.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

const MEMBER = '/admin/saas_plat/member';
const MANAGER = ['access.view', 'access.members'];

async function page(who: Person, query: Record<string, string> = {}) {
  const { data } = await server.ask<{ list: Member[]; total: number }>('GET', `${MEMBER}/page`, {
    token: who.token,
    query,
  });
  return data;
}
const names = async (who: Person, query: Record<string, string> = {}) =>
  (await page(who, query)).list.map((member) => member.nickName);
const find = async (who: Person, { userId }: Person) =>
  (await page(who, { size: '200' })).list.find((member) => member.userId === userId)!;

/** Changes only what is said; the rest stays as it is. */
async function change(by: Person, whom: Person, more: Partial<MemberChange>, seenBy: Person = by) {
  const { userId, nickName, textSeat, voiceSeat, isOwner, enabled, roles } = await find(seenBy, whom);
  const body = {
    userId,
    nickName,
    textSeat,
    voiceSeat,
    isOwner,
    enabled,
    roleIds: roles.map((role) => role.roleId),
    ...more,
  };
  return server.ask('PUT', MEMBER, { token: by.token, body });
}
async function aRole(owner: Person, more: Partial<Role>): Promise<number> {
  const body = { name: `Role ${Math.random()}`, systemId: 5, functions: [], needDesensitize: false, ...more };
  return (await server.ask('POST', '/admin/saas_plat/role', { token: owner.token, body })).data.id;
}
async function aTeam(managerWishes: Parameters<typeof aMember>[2] = {}) {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { name: 'Olga', email: `olga.${tenant}@aurora.example`, isOwner: true });
  const manager = await aMember(db, tenant, {
    name: 'Sofia',
    email: `sofia.${tenant}@aurora.example`,
    functions: MANAGER,
    ...managerWishes,
  });
  const ana = await aMember(db, tenant, { name: 'Ana 100%', email: `ana_b.${tenant}@aurora.example`, textSeat: true });
  return { tenant, owner, manager, ana };
}

test('the page shows who belongs to the tenant, with roles, seats and when they were last here', async () => {
  const { owner, manager, ana } = await aTeam();
  const { list, total } = await page(manager);
  expect(total).toBe(3);
  expect(list.map((member) => member.userId)).toEqual([ana.userId, owner.userId, manager.userId]);
  expect(list[0]).toMatchObject({
    nickName: 'Ana 100%',
    email: ana.email,
    isOwner: false,
    enabled: true,
    textSeat: true,
    voiceSeat: false,
    roles: [],
  });
  expect(list[2]!.roles).toEqual([{ systemId: 5, roleId: expect.any(Number), roleName: 'Role of Sofia' }]);
  expect(list.every((member) => member.lastSeenAt && member.joinedAt)).toBe(true);
});

test('people are found by a part of name or address, by role and by whether they may come in', async () => {
  const { owner, manager, ana } = await aTeam();
  expect(await names(manager, { name: 'SOF' })).toEqual(['Sofia']);
  expect(await names(manager, { name: 'sofía' })).toEqual(['Sofia']);
  expect(await names(manager, { name: 'ana_b.' })).toEqual(['Ana 100%']);
  expect(await names(manager, { name: '100%' })).toEqual(['Ana 100%']);
  expect(await names(manager, { name: 'a%a' })).toEqual([]);
  expect(await names(manager, { name: 'aurora' })).toHaveLength(3);
  const [role] = (await find(manager, manager)).roles;
  expect(await names(manager, { roleId: String(role!.roleId) })).toEqual(['Sofia']);
  await change(owner, ana, { enabled: false });
  expect(await names(manager, { enabled: 'false' })).toEqual(['Ana 100%']);
  expect(await names(manager, { enabled: 'true' })).toEqual(['Olga', 'Sofia']);
});

test('the page is sorted and cut as asked', async () => {
  const { manager, ana } = await aTeam();
  expect(await names(manager, { sort: 'name', desc: 'true' })).toEqual(['Sofia', 'Olga', 'Ana 100%']);
  expect(await names(manager, { sort: 'joinedAt' })).toEqual(['Olga', 'Sofia', 'Ana 100%']);
  await db.everyTenant('never signed in', (tx) =>
    sql`delete from session where user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect((await names(manager, { sort: 'lastSeenAt', desc: 'true' })).at(-1)).toBe('Ana 100%');
  expect((await find(manager, ana)).lastSeenAt).toBeNull();
  expect(await page(manager, { page: '2', size: '2' })).toMatchObject({ total: 3, list: [{ nickName: 'Sofia' }] });
  expect(await page(manager, { page: '9', size: '2' })).toEqual({ total: 3, list: [] });
});

test('a manager changes name, seats and roles of a colleague, and the log shows how', async () => {
  const { tenant, owner, manager, ana } = await aTeam();
  const roleId = await aRole(owner, { name: 'Reader', functions: ['access.view'] });
  expect(
    (await change(manager, ana, { nickName: ' Ana B ', voiceSeat: true, textSeat: false, roleIds: [roleId] })).code,
  ).toBe(0);
  expect(await find(manager, ana)).toMatchObject({
    nickName: 'Ana B',
    voiceSeat: true,
    textSeat: false,
    roles: [{ systemId: 5, roleId, roleName: 'Reader' }],
  });
  expect(await names(ana)).toHaveLength(3);
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select target, change from operation_log where action = 'updateMember'`.execute(tx.as()),
  );
  expect(rows).toEqual([
    {
      target: String(ana.userId),
      change: {
        before: { nickName: 'Ana 100%', isOwner: false, enabled: true, textSeat: true, voiceSeat: false, roles: [] },
        after: {
          nickName: 'Ana B',
          isOwner: false,
          enabled: true,
          textSeat: false,
          voiceSeat: true,
          roles: ['Reader'],
        },
      },
    },
  ]);
});

test('a person has one role in each system; unknown roles are refused', async () => {
  const { owner, ana } = await aTeam();
  const [here, alsoHere, there] = [await aRole(owner, {}), await aRole(owner, {}), await aRole(owner, { systemId: 2 })];
  expect((await change(owner, ana, { roleIds: [here, alsoHere] })).code).toBe(400);
  expect((await change(owner, ana, { roleIds: [here, 987_654_321] })).code).toBe(400);
  expect((await change(owner, ana, { roleIds: [here, there] })).code).toBe(0);
});

test('nobody gives, or takes, a role with keys they do not hold; not to themselves either', async () => {
  const { owner, manager, ana } = await aTeam();
  const strong = await aRole(owner, { systemId: 2, functions: ['access.settings'] });
  expect((await change(manager, ana, { roleIds: [strong] })).code).toBe(403);
  expect(
    (await change(manager, manager, { roleIds: [(await find(owner, manager)).roles[0]!.roleId, strong] })).code,
  ).toBe(403);
  expect((await change(owner, ana, { roleIds: [strong] })).code).toBe(0);
  expect((await change(manager, ana, { roleIds: [] })).code).toBe(403);
  expect((await change(manager, ana, { enabled: false })).code).toBe(403);
  expect((await change(manager, ana, { nickName: 'Ana C' })).code).toBe(0);
});

test('whoever sees numbers masked cannot lift the mask, neither from others nor from themselves', async () => {
  const { owner, manager, ana } = await aTeam({ needsMasking: true });
  const masked = await aRole(owner, { needDesensitize: true });
  await change(owner, ana, { roleIds: [masked] });
  expect((await change(manager, ana, { roleIds: [] })).code).toBe(403);
  expect((await change(manager, manager, { roleIds: [] })).code).toBe(403);
  expect((await change(owner, ana, { roleIds: [] })).code).toBe(0);
});

test('only an owner changes an owner, or makes one', async () => {
  const { owner, manager, ana } = await aTeam();
  expect((await change(manager, owner, { nickName: 'Boss' })).code).toBe(403);
  expect((await change(manager, owner, { enabled: false })).code).toBe(403);
  expect((await change(manager, ana, { isOwner: true })).code).toBe(403);
  expect((await change(manager, manager, { isOwner: true })).code).toBe(403);
  expect((await change(owner, ana, { isOwner: true })).code).toBe(0);
  expect((await find(owner, ana)).isOwner).toBe(true);
});

test('nobody disables themselves', async () => {
  const { owner, manager, ana } = await aTeam();
  expect((await change(manager, manager, { enabled: false })).code).toBe(20308);
  await change(owner, ana, { isOwner: true });
  expect((await change(owner, owner, { enabled: false })).code).toBe(20308);
});

test('a tenant keeps one owner who may come in', async () => {
  const { owner, ana } = await aTeam();
  expect((await change(owner, owner, { isOwner: false })).code).toBe(20303);
  await change(owner, ana, { isOwner: true, enabled: false });
  expect((await change(owner, owner, { isOwner: false })).code).toBe(20303);
  await change(owner, ana, { enabled: true });
  expect((await change(owner, owner, { isOwner: false })).code).toBe(0);
});

test('two owners who put each other out at the same moment do not both succeed', async () => {
  const { tenant, owner, ana } = await aTeam();
  await change(owner, ana, { isOwner: true });
  const codes = (
    await Promise.all([change(owner, ana, { isOwner: false }), change(ana, owner, { isOwner: false }, owner)])
  ).map((answer) => answer.code);
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select user_id from member where is_owner`.execute(tx.as()),
  );
  expect(rows).toHaveLength(1);
});

test('disabling ends the sessions of the person in this tenant at once, and in no other', async () => {
  const { owner, ana } = await aTeam();
  const elsewhere = await aTenant(db);
  await db.everyTenant('a second membership', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${elsewhere}, ${ana.userId}, 'Ana')`.execute(
      tx.as(),
    ),
  );
  const other = await aSession(db, { userId: ana.userId, tenantId: elsewhere });
  const second = await aSession(db, ana);
  const info = (token: string) => server.ask('GET', '/admin/saas_plat/resource', { token });
  for (const { token } of [ana, other, second]) expect((await info(token)).code).toBe(0);

  const ended: number[] = [];
  const bothEnded = new Promise<void>((resolve) =>
    server.world.sessions.onEnded((id) => void (ended.push(id), ended.length === 2 && resolve())),
  );
  expect((await change(owner, ana, { enabled: false })).code).toBe(0);
  for (const { token } of [ana, second]) expect((await info(token)).code).toBe(401);
  expect((await info(other.token)).code).toBe(0);
  await bothEnded;
  expect(ended.sort()).toEqual([ana.sessionId, second.sessionId].sort());
});

test('the next call of a member obeys the role given a moment ago', async () => {
  const { owner, ana } = await aTeam();
  const roleId = await aRole(owner, { functions: ['access.view'] });
  const code = async () => (await server.ask('GET', `${MEMBER}/page`, { token: ana.token })).code;
  for (let round = 0; round < 5; round += 1) {
    expect(await code()).toBe(403);
    await change(owner, ana, { roleIds: [roleId] });
    expect(await code()).toBe(0);
    await change(owner, ana, { roleIds: [] });
  }
});

test('[QUEUE-01] where seats come from the queue more people may have one than work at the same time', async () => {
  const { owner, manager } = await aTeam();
  const set = (name: string, value: string) =>
    server.ask('PUT', '/admin/saas_plat/config/value', { token: owner.token, body: { name, value } });
  await set('SeatLimitVoice', '0');
  expect((await change(owner, manager, { voiceSeat: true })).code).toBe(20309);
  await set('SeatType', '1');
  expect((await change(owner, manager, { voiceSeat: true })).code).toBe(0);
});

test('no more seats are given than there are; a promise in an invitation counts', async () => {
  const { owner, manager, ana } = await aTeam();
  const limit = (value: string) =>
    server.ask('PUT', '/admin/saas_plat/config/value', { token: owner.token, body: { name: 'SeatLimitText', value } });
  await limit('1');
  expect((await change(owner, manager, { textSeat: true })).code).toBe(20309);
  expect((await find(owner, manager)).textSeat).toBe(false);
  expect((await change(owner, manager, { voiceSeat: true })).code).toBe(0);
  expect((await change(owner, ana, { nickName: 'Ana B' })).code).toBe(0);
  const roleId = await aRole(owner, {});
  const invite = (textSeat: boolean) =>
    server.ask('POST', `${MEMBER}/invite`, {
      token: owner.token,
      body: { email: 'seat@aurora.example', roleIds: [roleId], textSeat, voiceSeat: false },
    });
  expect((await invite(true)).code).toBe(20309);
  await limit('2');
  expect((await invite(true)).code).toBe(0);
  expect((await change(owner, manager, { textSeat: true })).code).toBe(20309);
  expect((await invite(true)).code).toBe(0);
  await limit('');
  expect((await change(owner, manager, { textSeat: true })).code).toBe(0);
});

test('the seat of a disabled person is free, and is not there for them when it was given away', async () => {
  const { owner, manager, ana } = await aTeam();
  await server.ask('PUT', '/admin/saas_plat/config/value', {
    token: owner.token,
    body: { name: 'SeatLimitText', value: '1' },
  });
  await change(owner, ana, { enabled: false });
  const codes = (
    await Promise.all([change(owner, manager, { textSeat: true }), change(owner, owner, { textSeat: true })])
  ).map((answer) => answer.code);
  expect(codes.sort()).toEqual([0, 20309]);
  expect((await change(owner, ana, { enabled: true })).code).toBe(20309);
});

test('members are seen and changed by holders of the keys alone', async () => {
  const { manager, owner, ana } = await aTeam({ functions: ['access.view'] });
  expect((await server.ask('GET', `${MEMBER}/page`, { token: ana.token })).code).toBe(403);
  expect((await change(manager, ana, { nickName: 'Other' })).code).toBe(403);
  expect((await change(owner, ana, { nickName: '' })).code).toBe(400);
});

test('[API-03] members of another tenant are neither seen nor changed', async () => {
  const [ours, theirs] = [await aTeam(), await aTeam()];
  expect((await page(ours.owner, { size: '200' })).total).toBe(3);
  expect((await change(ours.owner, theirs.ana, { nickName: 'Ours' }, theirs.owner)).code).toBe(404);
  const theirRole = await aRole(theirs.owner, {});
  expect((await change(ours.owner, ours.ana, { roleIds: [theirRole] })).code).toBe(400);
});
