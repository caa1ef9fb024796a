import { afterAll, expect, test } from 'vitest';
import { openDb } from '#platform/server/db/open-db.ts';
import { testDb } from '#test/test-db.ts';
import { testServer } from '#test/test-server.ts';
import { echo } from './index.ts';
import { clockOf } from '#test/clock.ts';

const storage = { noted: () => {}, isFull: () => false };

const server = await testServer();
afterAll(server.close);

test('[EQUIP-05] echo answers code 0 with the time and the version, to anybody', async () => {
  const { status, code, data } = await server.ask('GET', '/api/echo');
  expect({ status, code }).toEqual({ status: 200, code: 0 });
  expect(data).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test('health says that the database answers', async () => {
  expect(await server.ask('GET', '/api/health')).toMatchObject({ status: 200, code: 0, data: { database: 'ok' } });
});

test('[EQUIP-05] without a database health is unavailable within a second or so, and echo still answers', async () => {
  const nowhere = openDb({ url: 'postgres://nobody@127.0.0.1:1/none', report: () => {} });
  const { routes } = echo({ db: nowhere, clock: clockOf(() => 0), storage });
  const call = (name: string) => Promise.resolve(routes.find((route) => route.name === name)!.handle({} as never, {}));
  await expect(call('health')).rejects.toMatchObject({ name: 'unavailable' });
  expect(await call('echo')).toMatchObject({ time: '1970-01-01 00:00:00' });
  await nowhere.close();
});

test('a database that hangs counts as away', async () => {
  const { db, close } = await testDb();
  const hanging = { ...db, ping: () => new Promise<void>(() => {}) };
  const { routes } = echo({ db: hanging, clock: clockOf(() => 0), storage });
  await expect(routes.find((route) => route.name === 'health')!.handle({} as never, {})).rejects.toMatchObject({
    name: 'unavailable',
  });
  await close();
});
