import { expect, test } from 'vitest';
import { allocationFor } from '#features/flows/flow-allocation/server/index.ts';
import { demoServer } from '#test/demo-server.ts';
import { openCallPlans } from './index.ts';
import { dial } from './calls.fixture.ts';

const { server, signedIn } = await demoServer();
async function phoneOf(email: string) {
  const { post } = await signedIn(email);
  const info = await post('/cc/api/agent/v1/sipInfo', { agentName: email, deviceUniqueIdentification: 'desk' });
  return {
    sipNum: info.sipNum as string,
    token: info.ccToken as string,
    ask: (path: string) => post(`/cc/api/${path}`),
  };
}

test.each([
  ['ana@aurora.example', '525555550101', 'Mexico'],
  ['noor@borealis.example', '31205559999', 'Netherlands'],
])('[CC-12] %s can call at once, over trunks and with numbers of the demo', async (email, customer, router) => {
  const phone = await phoneOf(email);
  const plans = openCallPlans(server.world);
  const plan = await dial(plans, phone, `+${customer}`);
  expect(plan).toMatchObject({
    kind: 'outbound',
    number: customer,
    trunks: [{ name: 'rehearsal' }, { name: 'rehearsal' }],
  });
  const routers = await phone.ask('route/v1/routers');
  expect(routers.map((one: { routerName: string }) => one.routerName)).toEqual([
    'Default lines',
    router,
    'International',
  ]);
  expect((await phone.ask('route/v1/displayNumbers')).length).toBeGreaterThanOrEqual(3);
});

test('[CC-04] the numbers of the demo lead to its groups and its menu', async () => {
  const plans = openCallPlans(server.world, undefined, allocationFor);
  const goal = async (did: string) => {
    const plan = await plans.inbound({ line: 'rehearsal', did, from: '525512345678' });
    return 'refused' in plan ? plan.refused : plan.to.kind;
  };
  expect(await Promise.all(['525550000101', '525550000102', '14155550199', '31205550100'].map(goal))).toEqual([
    'group',
    'group',
    'menu',
    'group',
  ]);
  // Of this one the rules decide.
  expect(await Promise.all(['525550000103', '31205550103'].map(goal))).toEqual(['flow', 'flow']);
  expect(await plans.inbound({ line: 'rehearsal', did: '525550000103', from: '14155550123' })).toMatchObject({
    to: { kind: 'group' },
  });
});
