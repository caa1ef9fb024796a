import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#features/demo-inbox/server/index.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { seedDemo } from '#db/seed.ts';
import { openCallPlans } from './index.ts';
import { dial } from './test-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ demo: true });
  await seedDemo(server.world, server.built.features);
}, 60_000);
afterAll(() => server.close());

async function phoneOf(email: string) {
  const { data } = await server.ask('PUT', '/admin/saas_plat/user/login', { body: { email, password: DEMO_PASSWORD } });
  const { data: info } = await server.ask('POST', '/cc/api/agent/v1/sipInfo', { token: data.token, body: { agentName: email, deviceUniqueIdentification: 'desk' } });
  return { sipNum: info.sipNum as string, token: info.ccToken as string, ask: (path: string, body = {}) => server.ask('POST', `/cc/api/${path}`, { token: data.token, body }) };
}

test.each([['ana@aurora.example', '525555550101', 'Mexico'], ['noor@borealis.example', '31205559999', 'Netherlands']])('[CC-12] %s can call at once, through lines and with numbers of the demo', async (email, customer, router) => {
  const phone = await phoneOf(email);
  const plans = openCallPlans(server.world);
  const plan = await dial(plans, phone, `+${customer}`);
  expect(plan).toMatchObject({ kind: 'outbound', number: customer, lines: [{ name: 'rehearsal' }, { name: 'rehearsal' }] });
  const { data: routers } = await phone.ask('route/v1/routers');
  expect(routers.map((one: { routerName: string }) => one.routerName)).toEqual(['Default lines', router, 'International']);
  expect((await phone.ask('route/v1/displayNumbers')).data.length).toBeGreaterThanOrEqual(3);
});

test('[CC-04] the numbers of the demo lead to its groups and its menu', async () => {
  const plans = openCallPlans(server.world);
  const goal = async (did: string) => {
    const plan = await plans.inbound({ line: 'rehearsal', did, from: '525512345678' });
    return 'refused' in plan ? plan.refused : plan.to.kind;
  };
  expect(await Promise.all(['525550000101', '525550000102', '14155550199', '31205550100'].map(goal))).toEqual(['group', 'group', 'menu', 'group']);
});
