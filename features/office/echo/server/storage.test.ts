import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { handClock } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';

const clock = handClock();
const server = await testServer({ clock });
afterAll(server.close);

test('a full disk is told to owners while it lasts, to nobody else, and passes by itself', async () => {
  const tenant = await aTenant(server.world.db);
  const owner = await aMember(server.world.db, tenant, { isOwner: true });
  const clerk = await aMember(server.world.db, tenant);
  const isFull = async ({ token }: { token: string }) =>
    (await server.ask('GET', '/admin/saas_plat/storage', { token })).data.full;
  expect(await isFull(owner)).toBe(false);
  server.world.storage.noted();
  expect([await isFull(owner), await isFull(clerk)]).toEqual([true, false]);
  clock.turn(60_001);
  expect(await isFull(owner)).toBe(false);
});
