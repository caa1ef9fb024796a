import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Route } from '#platform/server/http/routes.ts';
import { accessApi } from '#features/team/access/contract.ts';
import { changeByCompany } from '#features/team/access/server/index.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { endOperator, makeOperator } from '#platform/server/operators.ts';
import { failures } from '#shared/errors.ts';
import { aMember, anOperator, aSession, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { operatorsApi } from '../contract.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: TestServer;
let olivia: Member;
let calls: Route[];
beforeAll(async () => {
  server = await testServer();
  olivia = await anOperator(server.world.db);
  calls = server.built.features
    .flatMap(({ routes }) => routes)
    .filter(({ endpoint }) => endpoint.access === 'operator');
});
afterAll(() => server.close());

const ask = (who: { token: string } | null, route: Route) =>
  server.ask(route.endpoint.method, route.endpoint.path.replaceAll(/\{\w+\}/g, '1'), {
    ...(who && { token: who.token }),
    ...(route.endpoint.method === 'GET' || route.endpoint.method === 'DELETE' ? {} : { body: {} }),
  });
const codesOf = async (who: { token: string } | null): Promise<Set<number>> => {
  const codes = new Set<number>();
  for (const route of calls) codes.add((await ask(who, route)).code);
  return codes;
};

test('no call of operators answers anybody who is none: neither owners, nor keys, nor strangers', async () => {
  const { db } = server.world;
  expect(calls.length).toBeGreaterThan(25);
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  expect(await codesOf(owner)).toEqual(new Set([failures.notAllowed.code]));
  expect(await codesOf(null)).toEqual(new Set([failures.signedOut.code]));
  const { data: key } = await server.ask('POST', '/cc/api/tenantApi/v1/add', {
    token: owner.token,
    body: {
      name: 'ERP',
      scopes: server.world.catalogue.scopes.map(({ scope }) => scope),
      expiresAt: null,
      maskNumbers: false,
    },
  });
  expect(await codesOf({ token: key.key as string })).toEqual(new Set([failures.notAllowed.code]));
});

test('an operator who did not show a second factor at this session is led to getting or showing one', async () => {
  const { db } = server.world;
  const without = await aSession(db, olivia);
  for (const route of calls)
    expect(await ask(without, route)).toMatchObject({ code: failures.operatorFactorRequired.code, msg: 'enrol' });
  await db.pool.query('update user_account set has_second_factor = true where id = $1', [olivia.userId]);
  const unshown = await aSession(db, olivia);
  expect(await ask(unshown, calls[0]!)).toMatchObject({ code: failures.operatorFactorRequired.code, msg: 'prove' });
});

test('a company’s word makes nobody an operator, and neither the role editor, nor a key, nor the page of the API offers their calls', async () => {
  const { db, catalogue } = server.world;
  const vouched = await aSession(db, olivia);
  await db.pool.query(`update session set login_type = 'sso', factor_at = now() where id = $1`, [vouched.sessionId]);
  expect((await ask(vouched, calls[0]!)).code).toBe(failures.notAllowed.code);
  expect(calls.filter(({ endpoint }) => endpoint.api || endpoint.widenedBy)).toEqual([]);
  expect(catalogue.functions.flatMap(({ functions }) => functions)).not.toContain('operator');
  const document = (await server.built.http.inject('/openapi.json')).body;
  expect(document).not.toContain('/admin/operator');
});

test('operators are added and removed, never the last, and each deed is in their log, whose chain holds', async () => {
  const { db } = server.world;
  const other = await aMember(db, await aTenant(db), { name: 'Ben' });
  const add = (email: string) => server.ask('POST', operatorsApi.add.path, { token: olivia.token, body: { email } });
  const remove = (userId: number) =>
    server.ask('DELETE', operatorsApi.remove.path.replace('{userId}', String(userId)), { token: olivia.token });
  expect(await add('nobody@nowhere.example')).toMatchObject({ code: failures.personUnknown.code });
  expect(await add(other.email)).toMatchObject({ code: 0, data: { userId: other.userId } });
  const { data: list } = await server.ask('GET', operatorsApi.list.path, { token: olivia.token });
  expect(list.map((one: { email: string }) => one.email).sort()).toEqual([olivia.email, other.email].sort());
  expect(await remove(other.userId)).toMatchObject({ code: 0 });
  expect(await remove(olivia.userId)).toMatchObject({ code: failures.lastOperator.code });

  const log = await server.ask('POST', operatorsApi.log.path, { token: olivia.token, body: {} });
  expect(log.data.list.map((entry: { action: string; target: string }) => [entry.action, entry.target])).toEqual([
    ['remove', other.email],
    ['add', other.email],
  ]);
  expect(await server.ask('GET', operatorsApi.verifyLog.path, { token: olivia.token })).toMatchObject({
    data: { intact: true, checked: 2 },
  });
  await expect(db.pool.query('delete from operation_log where tenant_id = 0')).rejects.toThrow(/append-only/);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select 1 from operation_log where tenant_id in (${olivia.tenantId}, ${other.tenantId}) and module = 'operators'`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([]);
});

test('who cannot sign in does not count as the one who stays', async () => {
  const { db } = server.world;
  const alone = await anOperator(db, { name: 'Alma' });
  const other = await aMember(db, await aTenant(db), { name: 'Bo', passwordHash: '$argon2id$of-somebody' });
  await db.everyTenant('two more', async (tx) => {
    await makeOperator(tx, other.userId);
    await endOperator(server.world.sessions, tx, olivia.userId);
  });
  const put = (sqlText: string) => db.pool.query(sqlText, [other.tenantId]);
  const removeMyself = () =>
    server.ask('DELETE', operatorsApi.remove.path.replace('{userId}', String(alone.userId)), { token: alone.token });
  const ofOther = async () =>
    (await server.ask('GET', operatorsApi.list.path, { token: alone.token })).data.find(
      ({ userId }: { userId: number }) => userId === other.userId,
    );
  for (const [spoil, mend] of [
    ['update member set enabled = false where tenant_id = $1', 'update member set enabled = true where tenant_id = $1'],
    [`update tenant set state = 'suspended' where id = $1`, `update tenant set state = 'active' where id = $1`],
  ] as const) {
    await put(spoil);
    expect(await ofOther()).toMatchObject({ canSignIn: false });
    expect(await removeMyself()).toMatchObject({ code: failures.lastOperator.code });
    await put(mend);
  }
  expect(await ofOther()).toMatchObject({ canSignIn: true });
  expect(await removeMyself()).toMatchObject({ code: 0 });
  await db.everyTenant('as before', async (tx) => {
    await makeOperator(tx, olivia.userId);
    await endOperator(server.world.sessions, tx, other.userId);
  });
});

test('no team shuts out who runs the installation and belongs to no other: neither its owner, nor its company, nor they themselves', async () => {
  const { db, sessions } = server.world;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const runs = await aMember(db, tenantId, { name: 'Rosa', functions: ['customers.view'] });
  await db.everyTenant('runs the installation', (tx) => makeOperator(tx, runs.userId));
  const stays = { code: failures.operatorStays.code };
  const update = (enabled: boolean) =>
    server.ask('PUT', accessApi.updateMember.path, {
      token: owner.token,
      body: {
        userId: runs.userId,
        nickName: 'Rosa',
        isOwner: false,
        enabled,
        textSeat: false,
        voiceSeat: false,
        roleIds: [],
      },
    });
  expect(await update(false)).toMatchObject(stays);
  await expect(
    db.tenant({ tenantId }, (tx) => changeByCompany({ sessions }, tx, runs.userId, { enabled: false })),
  ).rejects.toMatchObject({ name: 'operatorStays' });
  const leave = ({ token }: { token: string }) =>
    server.ask('POST', accountApi.leaveTeam.path, { token, body: { tenantId } });
  expect(await leave(runs)).toMatchObject(stays);
  // Without any role they come to the console all the same.
  expect(await update(true)).toMatchObject({ code: 0 });
  expect(await ask(runs, calls[0]!)).toMatchObject({ code: failures.operatorFactorRequired.code });

  const elsewhere = await aTenant(db);
  await db.pool.query(`insert into member (tenant_id, user_id, nick_name) values ($1, $2, 'Rosa')`, [
    elsewhere,
    runs.userId,
  ]);
  expect(await update(false)).toMatchObject({ code: 0 });
  expect(await update(true)).toMatchObject({ code: 0 });
  expect(await leave(await aSession(db, runs))).toMatchObject({ code: 0 });
  await db.everyTenant('as before', (tx) => endOperator(sessions, tx, runs.userId));
});
