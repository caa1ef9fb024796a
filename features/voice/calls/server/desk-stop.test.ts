import { afterAll, expect, test, vi } from 'vitest';
import { legId } from '#core/telephony/telephony.port.ts';
import { testDb } from '#test/test-db.ts';
import { aHouse, aTenantHouse, serve, soon, type Agent } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, close } = await testDb();
afterAll(close);

test('a stop hangs up everything, closes the records, and keeps callers in line as promises', async () => {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db, { allowCallback: true });
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  await house.callsIn(tenant);
  await house.takes(ana);
  await house.callsIn(tenant, '525512340000');
  await soon(() => house.queues.waiting(tenant.tenantId)).toHaveLength(1);
  await house.stop();
  expect(await house.telephony.legs()).toEqual([]);
  expect(await house.records(tenant.tenantId)).toMatchObject([
    { ended: true, cause: 'server', ended_by: 'server' },
    { ended: true, cause: 'server' },
  ]);

  const next = aHouse(db, { node: house.exchange.node });
  await next.start();
  await soon(() => next.queues.waiting(tenant.tenantId)).toMatchObject([
    { kind: 'callback', customerNumber: '525512340000' },
  ]);
  await next.stop();
});

test('whoever calls in the moment of a stop is told so, and their record is closed', async () => {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  house.telephony.outsideCalls({ line: 'rehearsal', from: '525512345678', to: tenant.did });
  house.dials(ana, '5587654321');
  await Promise.resolve();
  await house.stop();
  expect(await house.telephony.legs()).toEqual([]);
  expect((await house.records(tenant.tenantId)).filter(({ ended }) => !ended)).toEqual([]);
  const open = await db.pool.query('select 1 from call_attempt where tenant_id = $1 and ended_at is null', [
    tenant.tenantId,
  ]);
  expect(open.rowCount).toBe(0);
});

test('a server that was cut off completes its records and hangs up legs nobody knows', async () => {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  await house.callsIn(tenant);
  await house.takes(ana);
  await soon(async () => (await house.records(tenant.tenantId))[0]?.events).toContain('answered');

  const next = aHouse(db, { node: house.exchange.node });
  await next.telephony.ring(
    legId('ghost'),
    { number: '525500000000', line: 'rehearsal' },
    { tenantId: 1, callerId: '', timeoutMs: 60_000 },
  );
  await next.start();
  expect(await next.telephony.legs()).toEqual([]);
  await soon(() => next.records(tenant.tenantId)).toMatchObject([{ ended: true, cause: 'server' }]);
  await next.stop();
  await house.stop();
});

test('[CC-12] a phone whose desk is elsewhere by now is told to call again, and the call has no place among those that go on', async () => {
  const house = aHouse(db, { atHome: async () => false });
  await house.start();
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  const leg = house.dials(ana, '5512345678');
  await house.settled();
  expect(house.telephony.leg(leg)!.at).toBe('ended');
  const { rows } = await db.pool.query('select ended_at is null open from call_attempt where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(rows).toEqual([{ open: false }]);
  await house.stop();
});

test('[CC-12] [CC-16] a promise whose call was given up when the desk moved away is kept anew when the desk comes back', async () => {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db, { allowCallback: true });
  const { tenantId, groupId } = tenant;
  const ana = await house.anAgent(tenantId);
  await serve(db, house.queues, tenant, ana);
  const promise = { tenantId, callId: 'promised', groupId, customerNumber: '525512340000', kind: 'callback' } as const;
  await house.queues.enqueue({ ...promise, queuedAtMs: house.clock.nowMs() });
  const first = await house.rings(ana);
  for (const part of [house.desk, house.queues, house.board]) await part.moveOut(tenantId);
  expect(house.telephony.leg(first)!.at).toBe('ended');
  for (const part of [house.desk, house.board, house.queues]) await part.moveIn(tenantId);
  house.telephony.registers(ana.sipNum);
  await house.board.send(ana, { type: 'phoneRegistered', nowMs: house.clock.nowMs() });
  await house.board.send(ana, { type: 'socketOpened', nowMs: house.clock.nowMs() });
  expect(await house.rings(ana)).not.toBe(first);
  await house.stop();
});

/** A house in which an agent talks to a customer. */
async function aTalk() {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  const customer = await house.callsIn(tenant);
  return { house, tenant, customer, phone: await house.takes(ana) };
}

test('[CC-12] a leg that cannot be hung up is told of, and the others end with the home they were at', async () => {
  const { house, tenant, customer, phone } = await aTalk();
  const { hangUp } = house.telephony;
  house.telephony.hangUp = (leg) => (leg === phone ? Promise.reject(new Error('out of order')) : hangUp(leg));
  await house.desk.moveOut(tenant.tenantId);
  expect(house.telephony.leg(customer)!.at).toBe('ended');
  expect(house.desk.ofTenant(tenant.tenantId)).toEqual([]);
  expect(house.problems.join()).toContain('out of order');
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ ended: true, cause: 'server' }]);
  await house.stop();
});

test('[CC-12] a home that a process has back while it still leaves keeps the calls it has since', async () => {
  const { house, tenant, customer } = await aTalk();
  const { tenantId } = tenant;
  const { hangUp } = house.telephony;
  const held = Promise.withResolvers<void>();
  house.telephony.hangUp = (leg) => (leg === customer ? held.promise.then(() => hangUp(leg)) : hangUp(leg));
  const leaving = house.desk.moveOut(tenantId);
  await house.desk.moveIn(tenantId);
  const next = house.telephony.outsideCalls({ line: 'rehearsal', from: '525512340000', to: tenant.did });
  await soon(() => house.telephony.leg(next)!.at).toBe('answered');
  held.resolve();
  await leaving;
  expect(house.telephony.leg(customer)!.at).toBe('ended');
  expect(house.telephony.leg(next)!.at).toBe('answered');
  expect(house.desk.ofTenant(tenantId).map(({ call }) => call.parties.map(({ leg }) => leg))).toEqual([[next]]);
  await house.stop();
});

test('an order the exchange cannot carry out ends that call and no other', async () => {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db);
  const [ana, budi] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  const good = house.dials(ana, '5512345678');
  await house.settled();
  house.telephony.picksUp(house.telephony.ringTo('525512345678')!);
  const bad = house.dials(budi, '5587654321');
  await house.settled();
  const bridge = house.telephony.bridge;
  house.telephony.bridge = () => Promise.reject(new Error('out of order'));
  house.telephony.picksUp(house.telephony.ringTo('525587654321')!);
  await house.settled();
  house.telephony.bridge = bridge;
  expect(house.telephony.leg(bad)!.at).toBe('ended');
  expect(house.telephony.leg(good)!.at).toBe('answered');
  expect(await house.live(ana)).toMatchObject([{ state: 'talking' }]);
  await soon(() => house.agentNow(budi).call).toBeNull();
  expect(house.problems.join()).toContain('out of order');
  await soon(async () => (await house.records(tenant.tenantId)).map(({ cause, ended }) => [cause, ended])).toEqual([
    [null, false],
    ['failed', true],
  ]);
  await house.stop();
});

test('200 callers at once: each agent is rung for one of them, and when all have left nothing is left', async () => {
  const house = aHouse(db);
  await house.start();
  const tenant = await aTenantHouse(db);
  const agents: Agent[] = [];
  for (let index = 0; index < 20; index += 1) agents.push(await house.anAgent(tenant.tenantId));
  await serve(db, house.queues, tenant, ...agents);
  const callers = Array.from({ length: 200 }, (_, index) =>
    house.telephony.outsideCalls({ line: 'rehearsal', from: `52551234${1_000 + index}`, to: tenant.did }),
  );
  await soon(() => agents.filter(({ sipNum }) => house.telephony.ringing(sipNum)).length).toBe(20);
  for (const agent of agents) house.telephony.picksUp(house.telephony.ringing(agent.sipNum)!);
  await soon(() => agents.filter((agent) => house.agentNow(agent).call?.at === 'talking').length).toBe(20);
  expect(new Set(agents.map((agent) => house.agentNow(agent).call!.callId)).size).toBe(20);
  for (const caller of callers) house.telephony.hangsUp(caller);
  await soon(async () => (await house.telephony.legs()).length).toBe(0);
  await soon(() => agents.filter((agent) => house.agentNow(agent).call !== null)).toEqual([]);
  await soon(async () => (await house.records(tenant.tenantId)).filter(({ ended }) => ended).length).toBe(200);
  expect(house.problems).toEqual([]);
  await house.stop();
});
