import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#test/test-server.ts';
import { DEMO_PASSWORD, demoPeople, seedDemo } from './seed.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ demo: true });
  await seedDemo(server.world, server.built.features);
});
afterAll(() => server.close());

test('every person of the demo signs in and finds a menu that is not empty', async () => {
  for (const { email, tenant } of demoPeople) {
    const { code, data } = await server.ask('PUT', '/admin/saas_plat/user/login', {
      body: { email, password: DEMO_PASSWORD },
    });
    expect(code, email).toBe(0);
    const info = await server.ask('GET', '/admin/saas_plat/user/info', { token: data.token });
    expect(info.data, email).toMatchObject({ email, tenantName: tenant });
    const resource = await server.ask('GET', '/admin/saas_plat/resource', { token: data.token });
    expect(resource.data.menuVos.length, email).toBeGreaterThan(0);
  }
});

test('[ADMIN-07] a sign-in adds its browser to the devices of the person', async () => {
  const body = { email: 'ana@aurora.example', password: DEMO_PASSWORD, deviceUniqueIdentification: 'a-new-browser' };
  const { data } = await server.ask('PUT', '/admin/saas_plat/user/login', {
    body,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' },
  });
  const devices = async () =>
    (await server.ask<{ name: string }[]>('GET', '/cc/api/devices/v1/list', { token: data.token })).data.map(
      ({ name }) => name,
    );
  await expect.poll(devices).toContain('Chrome · Windows');
});

test('seeding again adds nothing', async () => {
  const counts = async () => {
    const { rows } = await server.world.db.everyTenant('count', (tx) =>
      sql`select (select count(*) from tenant) tenants, (select count(*) from user_account) people, (select count(*) from operation_log) entries, (select count(*) from announcement) announcements`.execute(
        tx.as(),
      ),
    );
    return rows[0];
  };
  const before = await counts();
  await seedDemo(server.world, server.built.features);
  expect(await counts()).toEqual(before);
});
