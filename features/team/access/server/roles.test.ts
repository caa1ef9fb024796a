import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { FunctionGroup, Role } from '../contract.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

const ROLE = '/admin/saas_plat/role';
const MEMBERS = '/admin/saas_plat/member/page';
const EDITOR = ['access.view', 'access.roles'];

const wish = (more: Partial<Role> = {}) => ({
  name: 'Night shift',
  systemId: 5,
  functions: ['access.view'],
  needDesensitize: false,
  ...more,
});
const rolesOf = async ({ token }: Member): Promise<Role[]> =>
  (await server.ask<Role[]>('GET', `${ROLE}/list`, { token })).data;
const add = (who: Member, more: Partial<Role> = {}) => server.ask('POST', ROLE, { token: who.token, body: wish(more) });
const update = (who: Member, role: Role, more: Partial<Role> = {}) =>
  server.ask('PUT', ROLE, { token: who.token, body: { ...role, ...more } });
const remove = (who: Member, id: number) => server.ask('DELETE', `${ROLE}/${id}`, { token: who.token });

async function aRole(who: Member, more: Partial<Role> = {}): Promise<Role> {
  const { data } = await add(who, more);
  return (await rolesOf(who)).find((role) => role.id === data.id)!;
}
async function aTeam(wishes: Parameters<typeof aMember>[2] = {}) {
  const tenant = await aTenant(db);
  return {
    tenant,
    owner: await aMember(db, tenant, { isOwner: true }),
    editor: await aMember(db, tenant, { name: 'Sofia', functions: EDITOR, ...wishes }),
  };
}
const makeBuiltIn = (id: number) =>
  db.everyTenant('a role of the product', (tx) =>
    sql`update role set built_in = 'agent' where id = ${id}`.execute(tx.as()),
  );

test('the owner adds a role, changes it and deletes it', async () => {
  const { owner } = await aTeam();
  const role = await aRole(owner, {
    functions: ['access.view', 'access.members', 'access.view'],
    needDesensitize: true,
  });
  expect(role).toMatchObject({
    name: 'Night shift',
    systemId: 5,
    functions: ['access.members', 'access.view'],
    needDesensitize: true,
    builtIn: false,
    members: 0,
    version: 1,
  });
  expect((await update(owner, role, { name: 'Day shift', functions: [] })).code).toBe(0);
  const changed = (await rolesOf(owner)).find((each) => each.id === role.id)!;
  expect(changed).toMatchObject({ name: 'Day shift', functions: [], version: 2 });
  expect((await remove(owner, role.id)).code).toBe(0);
  expect((await rolesOf(owner)).map((each) => each.id)).not.toContain(role.id);
  expect((await remove(owner, role.id)).code).toBe(404);
});

test('every change of a role stands in the log with before and after', async () => {
  const { tenant, owner } = await aTeam();
  const role = await aRole(owner);
  await update(owner, role, { functions: [] });
  await remove(owner, role.id);
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql<{ action: string }>`select action, target, change from operation_log order by id`.execute(tx.as()),
  );
  expect(rows).toEqual([
    { action: 'addRole', target: 'Night shift', change: { after: wish() } },
    { action: 'updateRole', target: 'Night shift', change: { before: wish(), after: wish({ functions: [] }) } },
    { action: 'removeRole', target: 'Night shift', change: { before: wish({ functions: [] }) } },
  ]);
});

test('the function keys come by capability, named in the language of the caller', async () => {
  const tenant = await aTenant(db);
  const luis = await aMember(db, tenant, { isOwner: true, language: 'es-MX' });
  const { data } = await server.ask<FunctionGroup[]>('GET', `${ROLE}/functions`, { token: luis.token });
  const group = data.find((each) => each.feature === 'access')!;
  expect(group.label).toBe('Miembros y roles');
  expect(group.functions).toContainEqual({ key: 'access.roles', label: 'Modificar roles' });
  expect(group.functions.map((each) => each.key)).toEqual([
    'access.view',
    'access.members',
    'access.roles',
    'access.settings',
  ]);
});

test('bad input is refused: unknown keys, unknown systems, empty and endless names', async () => {
  const { owner } = await aTeam();
  for (const more of [
    { functions: ['access.everything'] },
    { functions: ['signedIn'] },
    { systemId: 9 },
    { name: '  ' },
    { name: 'x'.repeat(61) },
  ]) {
    expect((await add(owner, more)).code, JSON.stringify(more)).toBe(400);
  }
  expect((await add(owner, { name: 'x'.repeat(60) })).code).toBe(0);
});

test('a name is used once in a system, also by two people at the same moment', async () => {
  const { owner, editor } = await aTeam();
  const codes = (await Promise.all([add(owner), add(editor)])).map((answer) => answer.code).sort();
  expect(codes).toEqual([0, 20305]);
  expect((await add(owner, { systemId: 2 })).code).toBe(0);
  const other = await aRole(owner, { name: 'Other' });
  expect((await update(owner, other, { name: 'Night shift' })).code).toBe(20305);
});

test('a built-in role is neither changed nor deleted', async () => {
  const { owner } = await aTeam();
  const role = await aRole(owner);
  await makeBuiltIn(role.id);
  expect((await update(owner, role, { name: 'Mine' })).code).toBe(20306);
  expect((await remove(owner, role.id)).code).toBe(20306);
  expect(await rolesOf(owner)).toContainEqual({ ...role, builtIn: true });
});

test('a role somebody holds is not deleted', async () => {
  const { owner, editor } = await aTeam();
  const held = (await rolesOf(owner)).find((role) => role.members === 1)!;
  expect((await remove(owner, held.id)).code).toBe(20304);
  expect((await rolesOf(editor)).map((role) => role.id)).toContain(held.id);
});

test('a role that an open invitation promises is not deleted', async () => {
  const { owner } = await aTeam();
  const role = await aRole(owner);
  const body = { email: 'new@aurora.example', roleIds: [role.id], textSeat: false, voiceSeat: false };
  const { data } = await server.ask('POST', '/admin/saas_plat/member/invite', { token: owner.token, body });
  expect((await remove(owner, role.id)).code).toBe(20304);
  await server.ask('DELETE', `/admin/saas_plat/member/invitation/${data.id}`, { token: owner.token });
  expect((await remove(owner, role.id)).code).toBe(0);
});

test('nobody gives a role a key they do not hold themselves, the owner excepted', async () => {
  const { owner, editor } = await aTeam();
  expect((await add(editor, { functions: ['access.members'] })).code).toBe(403);
  expect((await add(editor, { functions: EDITOR })).code).toBe(0);
  const role = await aRole(owner, { name: 'Small', functions: [] });
  expect((await update(editor, role, { functions: ['access.settings'] })).code).toBe(403);
  expect((await update(editor, role, { functions: ['access.view'] })).code).toBe(0);
});

test('nobody gains a key by editing the role they hold', async () => {
  const { owner, editor } = await aTeam();
  const own = (await rolesOf(editor)).find((role) => role.members === 1)!;
  expect((await update(editor, own, { functions: [...EDITOR, 'access.members'] })).code).toBe(403);
  expect((await rolesOf(owner)).find((role) => role.id === own.id)!.functions).toEqual([...own.functions]);
});

test('nobody takes a key away that they do not hold, but may change the rest', async () => {
  const { owner, editor } = await aTeam();
  const role = await aRole(owner, { functions: ['access.members', 'access.view'] });
  expect((await update(editor, role, { functions: ['access.view'] })).code).toBe(403);
  expect((await update(editor, role, { name: 'Renamed', functions: ['access.members'] })).code).toBe(0);
});

test('whoever sees numbers masked can make no role that sees them plainly', async () => {
  const { owner, editor } = await aTeam({ needsMasking: true });
  expect((await add(editor, { needDesensitize: false })).code).toBe(403);
  expect((await add(editor, { name: 'Masked', needDesensitize: true })).code).toBe(0);
  const own = (await rolesOf(editor)).find((role) => role.members === 1)!;
  expect((await update(editor, own, { needDesensitize: false })).code).toBe(403);
  expect((await update(owner, own, { needDesensitize: false })).code).toBe(0);
});

test('a key that left the product goes with the next change, whoever makes it', async () => {
  const { owner, editor } = await aTeam();
  const role = await aRole(owner);
  await db.everyTenant('an older version wrote it', (tx) =>
    sql`update role set functions = '{access.view,gone.key}' where id = ${role.id}`.execute(tx.as()),
  );
  expect((await update(editor, role, { name: 'Renamed' })).code).toBe(0);
  expect((await rolesOf(owner)).find((each) => each.id === role.id)!.functions).toEqual(['access.view']);
});

test('an attempt to gain keys stands in the log as refused', async () => {
  const { tenant, editor } = await aTeam();
  await add(editor, { functions: ['access.members'] });
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select action, outcome, user_id from operation_log`.execute(tx.as()),
  );
  expect(rows).toEqual([{ action: 'addRole', outcome: 403, user_id: editor.userId }]);
});

test('a role stays in its system, and is not overwritten by somebody who saw an older one', async () => {
  const { owner, editor } = await aTeam();
  const role = await aRole(owner);
  expect((await update(owner, role, { systemId: 2 })).code).toBe(400);
  expect((await update(owner, role, { name: 'First' })).code).toBe(0);
  expect((await update(editor, role, { name: 'Second' })).code).toBe(20002);
});

test('after a role loses a key the very next call of its members is refused', async () => {
  const { owner, editor } = await aTeam();
  for (let round = 0; round < 5; round += 1) {
    const own = (await rolesOf(owner)).find((role) => role.members === 1)!;
    expect((await server.ask('GET', MEMBERS, { token: editor.token })).code).toBe(0);
    await update(owner, own, { functions: ['access.roles'] });
    expect((await server.ask('GET', MEMBERS, { token: editor.token })).code).toBe(403);
    await update(owner, { ...own, version: own.version + 1 }, { functions: EDITOR });
    expect((await server.ask('GET', MEMBERS, { token: editor.token })).code).toBe(0);
  }
});

test('a change of a role tells the pages of the tenant to read their menu again', async () => {
  const { tenant, owner } = await aTeam();
  const role = await aRole(owner);
  const waiting = (): Promise<number> =>
    db.everyTenant('what pages are told', async (tx) => {
      const { rows } = await sql<{
        count: number;
      }>`select (select count(*) from outbox where tenant_id = ${tenant} and kind = 'access.changed')
      + (select count(*) from realtime_event where tenant_id = ${tenant} and kind = 'access.changed') count`.execute(
        tx.as(),
      );
      return rows[0]!.count;
    });
  expect(await waiting()).toBe(0);
  await update(owner, role, { name: 'Renamed' });
  expect(await waiting()).toBe(1);
});

test('roles are seen and changed by holders of the keys alone', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { functions: ['access.view'] });
  const budi = await aMember(db, tenant);
  expect((await server.ask('GET', `${ROLE}/list`, { token: ana.token })).code).toBe(0);
  expect((await server.ask('GET', `${ROLE}/list`, { token: budi.token })).code).toBe(403);
  for (const answer of [
    add(ana, { functions: [] }),
    remove(ana, 1),
    server.ask('GET', `${ROLE}/functions`, { token: ana.token }),
  ])
    expect((await answer).code).toBe(403);
});

test('[API-03] roles of another tenant are neither seen, changed nor deleted', async () => {
  const [ours, theirs] = [await aTeam(), await aTeam()];
  const role = await aRole(theirs.owner, { name: 'Theirs' });
  expect((await rolesOf(ours.owner)).map((each) => each.name)).not.toContain('Theirs');
  expect((await update(ours.owner, role, { name: 'Ours' })).code).toBe(404);
  expect((await remove(ours.owner, role.id)).code).toBe(404);
  expect((await add(ours.owner, { name: 'Theirs' })).code).toBe(0);
  expect(await rolesOf(theirs.owner)).toContainEqual(role);
});
