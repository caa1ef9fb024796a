import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

const VALUE = '/admin/saas_plat/config/value';
const read = async (token: string, name: string) => (await server.ask('GET', VALUE, { token, query: { name } })).data;
const set = (token: string, name: string, value: string) => server.ask('PUT', VALUE, { token, body: { name, value } });

test('[API-04] a config value is read by its name; what was never set is null', async () => {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  const ana = await aMember(db, tenant);
  expect(await read(ana.token, 'AgentStatusEnable')).toEqual({ name: 'AgentStatusEnable', value: null });
  expect((await set(owner.token, 'AgentStatusEnable', 'false')).code).toBe(0);
  expect(await read(ana.token, 'AgentStatusEnable')).toEqual({ name: 'AgentStatusEnable', value: 'false' });
  await set(owner.token, 'AgentStatusEnable', 'true');
  expect((await read(ana.token, 'AgentStatusEnable')).value).toBe('true');
});

test('[API-04] an unknown name reads as null and cannot be set, nor can a wrong value', async () => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  for (const name of ['Nothing', 'toString', '__proto__']) {
    expect(await read(owner.token, name)).toEqual({ name, value: null });
    expect((await set(owner.token, name, 'true')).code).toBe(400);
  }
  expect((await set(owner.token, 'AgentStatusEnable', 'perhaps')).code).toBe(400);
  expect((await set(owner.token, 'SeatLimitVoice', '-1')).code).toBe(400);
  expect((await set(owner.token, 'SeatLimitVoice', '25')).code).toBe(0);
  expect((await server.ask('GET', VALUE, { token: owner.token })).code).toBe(400);
});

test('[CALL-10] [CALL-11] how long calls, holds and the work after them last is set in seconds, and calls obey it', async () => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  const obeyed = async () => (await server.ask('GET', '/cc/api/calls/v1/settings', { token: owner.token })).data;
  const before = await obeyed();
  for (const [name, value] of [
    ['maxDurationOfSingleCall', 900],
    ['maxCallHoldTime', 60],
    ['postTalkSortTimeSecond', 5],
  ] as const) {
    expect((await set(owner.token, name, '1.5')).code).toBe(400);
    expect((await set(owner.token, name, String(value))).code).toBe(0);
    expect(await obeyed()).toMatchObject({ [name]: value });
    expect((await set(owner.token, name, '')).code).toBe(0);
  }
  expect(await obeyed()).toEqual(before);
});

test('a setting is changed by holders of the key alone, and leaves before and after in the log', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { functions: ['access.view', 'access.roles', 'access.members'] });
  expect((await set(ana.token, 'AnnouncementFastPoll', 'true')).code).toBe(403);
  const sofia = await aMember(db, tenant, { functions: ['access.settings'] });
  expect((await set(sofia.token, 'AnnouncementFastPoll', 'true')).code).toBe(0);
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select action, target, change, user_id from operation_log where outcome = 0`.execute(tx.as()),
  );
  expect(rows).toEqual([
    {
      action: 'setConfigValue',
      target: 'AnnouncementFastPoll',
      change: { before: null, after: 'true' },
      user_id: sofia.userId,
    },
  ]);
});

test('[API-03] a setting of one tenant is unknown in another', async () => {
  const [ours, theirs] = [
    await aMember(db, await aTenant(db), { isOwner: true }),
    await aMember(db, await aTenant(db), { isOwner: true }),
  ];
  await set(ours.token, 'SeatLimitText', '7');
  expect((await read(theirs.token, 'SeatLimitText')).value).toBeNull();
});
