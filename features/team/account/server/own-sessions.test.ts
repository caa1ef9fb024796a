import { afterAll, expect, test } from 'vitest';
import { aMember, aSession, aTenant } from '#test/builders.ts';
import { accountServer, codeOf } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, entries } = server;
const { db, sessions } = world;
afterAll(server.close);

test('[SHELL-30] a person sees where the account is signed in, this place first, and nobody else’s places', async () => {
  const tenant = await aTenant(db, { name: 'Aurora Travel' });
  const ana = await aMember(db, tenant);
  await aMember(db, tenant);
  const other = await aSession(db, ana);
  const { data } = await ask('sessions', {}, ana);
  expect(data.map(({ id, current }) => ({ id, current }))).toEqual([
    { id: ana.sessionId, current: true },
    { id: other.sessionId, current: false },
  ]);
  expect(data[0]).toMatchObject({
    tenantName: 'Aurora Travel',
    address: '192.0.2.1',
    userAgent: 'test',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
});

test('[SHELL-30] ending one of my sessions is felt there at once', async () => {
  const ana = await aMember(db, await aTenant(db));
  const other = await aSession(db, ana);
  expect(await sessions.identify(other.token)).not.toBeNull();
  expect((await ask('endSession', { id: other.sessionId }, ana)).code).toBe(0);
  await expect.poll(() => sessions.identify(other.token)).toBeNull();
  expect(await sessions.identify(ana.token)).not.toBeNull();
  expect((await entries(ana.tenantId)).at(-1)).toMatchObject({ action: 'endSession' });
});

test('[API-03] the session of somebody else cannot be ended', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant, { isOwner: true }), await aMember(db, tenant)];
  expect((await ask('endSession', { id: budi.sessionId }, ana)).code).toBe(codeOf('notFound'));
  expect(await sessions.identify(budi.token)).not.toBeNull();
});

test('[SHELL-30] all my other sessions end together', async () => {
  const ana = await aMember(db, await aTenant(db));
  const others = [await aSession(db, ana), await aSession(db, ana)];
  expect((await ask('endOtherSessions', {}, ana)).data).toEqual({ ended: 2 });
  for (const other of others) await expect.poll(() => sessions.identify(other.token)).toBeNull();
  expect(await sessions.identify(ana.token)).not.toBeNull();
});

test('a ticket opens its own purpose, once', async () => {
  const ana = await aMember(db, await aTenant(db));
  const { data } = await ask('ticket', { purpose: '/ws/user' }, ana);
  expect(await sessions.redeemTicket(data.ticket, '/ws/other')).toBeNull();
  expect(await sessions.redeemTicket(data.ticket, '/ws/user')).toMatchObject({ userId: ana.userId });
  expect(await sessions.redeemTicket(data.ticket, '/ws/user')).toBeNull();
  expect((await ask('ticket', { purpose: 'no path' }, ana)).code).toBe(codeOf('invalidInput'));
});

test('whoever is not signed in learns nothing of sessions', async () => {
  for (const name of ['sessions', 'endOtherSessions', 'ticket', 'info', 'teams', 'systems', 'logout'] as const) {
    expect((await ask(name, { purpose: '/x' })).code).toBe(codeOf('signedOut'));
  }
});
