import { afterAll, expect, test } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { openPasswords } from '#features/team/account/server/index.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { Device } from '../contract.ts';
import { touchDevice } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db, sessions } = server.world;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** As the account feature does it: a session and its announcement in one transaction. */
async function signIn({ userId, tenantId }: Member, deviceId: string, userAgent = CHROME): Promise<string> {
  const origin = { requestId: 'r', address: '192.0.2.7', userAgent };
  return db.everyTenant('a sign-in', async (tx) => {
    const { token } = await sessions.open(tx, { userId, tenantId }, origin, deviceId);
    await tx.announce('account.signedIn', { tenantId, userId, deviceId, userAgent, address: origin.address });
    return token;
  });
}
const listOf = async (token: string, path = 'list') =>
  (await server.ask<Device[]>('GET', `/cc/api/devices/v1/${path}`, { token })).data!;
const isOpen = async (token: string) => (await server.ask('GET', '/cc/api/devices/v1/list', { token })).code === 0;

test('[ADMIN-07] a sign-in leaves its device in the list, once however often it comes', async () => {
  const ana = await aMember(db, await aTenant(db));
  const token = await signIn(ana, 'laptop-1');
  await expect.poll(() => listOf(token)).toHaveLength(1);
  await signIn(ana, 'laptop-1');
  await signIn(ana, 'phone-1', FIREFOX);
  await expect.poll(() => listOf(token)).toHaveLength(2);
  const byName = new Map((await listOf(token)).map((device) => [device.name, device]));
  expect(byName.get('Firefox · Linux')).toMatchObject({
    kind: 'browser',
    address: '192.0.2.7',
    signedIn: true,
    current: false,
  });
  expect(byName.get('Chrome · Windows')).toMatchObject({ current: true });
});

test('[ADMIN-07] a deleted device is signed out, others stay', async () => {
  const ana = await aMember(db, await aTenant(db));
  const [laptop, tablet, nameless] = [
    await signIn(ana, 'laptop'),
    await signIn(ana, 'tablet', FIREFOX),
    await signIn(ana, '', 'curl/8'),
  ];
  await expect.poll(() => listOf(laptop)).toHaveLength(3);
  const devices = await listOf(laptop);
  const remove = (name: string) =>
    server.ask('DELETE', `/cc/api/devices/v1/${devices.find((device) => device.name === name)!.id}`, { token: laptop });
  expect((await remove('Firefox · Linux')).code).toBe(0);
  await expect.poll(() => isOpen(tablet)).toBe(false);
  expect(await isOpen(nameless)).toBe(true);
  await remove('curl');
  await expect.poll(() => isOpen(nameless)).toBe(false);
  expect(await listOf(laptop)).toHaveLength(1);
  expect((await remove('curl')).code).toBe(404);
});

test('[ADMIN-07] devices of a colleague need a key to be seen and another to be deleted', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const token = await signIn(ana, 'laptop');
  await expect.poll(() => listOf(token)).toHaveLength(1);
  const [device] = await listOf(token);
  const plain = await aMember(db, tenant);
  const viewer = await aMember(db, tenant, { functions: ['devices.view'] });
  const editor = await aMember(db, tenant, { functions: ['devices.view', 'devices.edit'] });
  const path = `/cc/api/devices/v1/user/${ana.userId}`;
  expect((await server.ask('GET', `${path}/list`, { token: plain.token })).code).toBe(403);
  expect(await listOf(viewer.token, `user/${ana.userId}/list`)).toMatchObject([{ id: device!.id, current: false }]);
  expect((await server.ask('DELETE', `${path}/${device!.id}`, { token: viewer.token })).code).toBe(403);
  expect((await server.ask('DELETE', `/cc/api/devices/v1/${device!.id}`, { token: editor.token })).code).toBe(404);
  expect((await server.ask('DELETE', `${path}/${device!.id}`, { token: editor.token })).code).toBe(0);
  await expect.poll(() => isOpen(token)).toBe(false);
});

test('[ADMIN-07] nobody but an owner signs an owner out', async () => {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  const token = await signIn(owner, 'laptop');
  await expect.poll(() => listOf(token)).toHaveLength(1);
  const [device] = await listOf(token);
  const path = `/cc/api/devices/v1/user/${owner.userId}/${device!.id}`;
  const editor = await aMember(db, tenant, { functions: ['devices.view', 'devices.edit'] });
  expect((await server.ask('DELETE', path, { token: editor.token })).code).toBe(403);
  expect(await isOpen(token)).toBe(true);
  const partner = await aMember(db, tenant, { isOwner: true });
  expect((await server.ask('DELETE', path, { token: partner.token })).code).toBe(0);
  await expect.poll(() => isOpen(token)).toBe(false);
});

test('[API-03] another tenant neither sees nor deletes a device', async () => {
  const ana = await aMember(db, await aTenant(db));
  const token = await signIn(ana, 'laptop');
  await expect.poll(() => listOf(token)).toHaveLength(1);
  const [device] = await listOf(token);
  const noor = await aMember(db, await aTenant(db), { isOwner: true });
  expect(await listOf(noor.token, `user/${ana.userId}/list`)).toEqual([]);
  expect(
    (await server.ask('DELETE', `/cc/api/devices/v1/user/${ana.userId}/${device!.id}`, { token: noor.token })).code,
  ).toBe(404);
  expect(await isOpen(token)).toBe(true);
});

test('[ADMIN-07] a phone registers under the name it gives itself', async () => {
  const ana = await aMember(db, await aTenant(db));
  await db.tenant(ana.caller(), (tx) =>
    touchDevice(tx, {
      userId: ana.userId,
      deviceId: 'sip-1001',
      userAgent: 'SIP.js/0.21',
      address: '192.0.2.9',
      kind: 'phone',
      name: 'Softphone 1001',
    }),
  );
  expect(await listOf(ana.token)).toMatchObject([{ kind: 'phone', name: 'Softphone 1001', signedIn: false }]);
});

test('the announcement of somebody who left meanwhile is no bug', async () => {
  const [ana, noor] = [await aMember(db, await aTenant(db)), await aMember(db, await aTenant(db))];
  await db.tenant(ana.caller(), (tx) =>
    touchDevice(tx, { userId: noor.userId, deviceId: 'x', userAgent: CHROME, address: '' }),
  );
  expect(await listOf(ana.token)).toEqual([]);
});

test('[ADMIN-07] a device that was removed is a stranger to the account again', async () => {
  const PASSWORD = 'correct horse staple';
  const ana = await aMember(db, await aTenant(db), { passwordHash: await openPasswords().hash(PASSWORD) });
  const login = async (deviceId: string) =>
    (
      await server.ask('PUT', accountApi.login.path, {
        body: { email: ana.email, password: PASSWORD, deviceUniqueIdentification: deviceId },
        headers: { 'user-agent': deviceId },
      })
    ).data;
  const [laptop, tablet] = [await login('laptop-mark'), await login('tablet-mark')];
  const known = async ({ deviceMark }: { deviceMark: string }) =>
    (
      await db.pool.query('select 1 from known_device where user_id = $1 and mark_hash = $2', [
        ana.userId,
        hashToken(deviceMark),
      ])
    ).rows.length === 1;
  expect([await known(laptop), await known(tablet)]).toEqual([true, true]);
  await expect.poll(() => listOf(laptop.token)).toHaveLength(2);
  const { rows } = await db.pool.query('select id from agent_device where user_id = $1 and device_id = $2', [
    ana.userId,
    'tablet-mark',
  ]);
  expect((await server.ask('DELETE', `/cc/api/devices/v1/${rows[0].id}`, { token: laptop.token })).code).toBe(0);
  await expect.poll(() => known(tablet)).toBe(false);
  expect(await known(laptop)).toBe(true);
});
