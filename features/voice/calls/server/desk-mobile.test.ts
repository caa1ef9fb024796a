import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { type Agent, houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;

/** From now on calls of this agent ring a mobile; no page and no phone of theirs is there. */
async function getsMobile(agent: Agent, number: string): Promise<void> {
  await db.everyTenant('a mobile', async (tx) => {
    await sql`update agent set device = 'mobile', mobile_number = ${number} where user_id = ${agent.userId}`.execute(
      tx.as(),
    );
    await sql`delete from sip_login where user_id = ${agent.userId}`.execute(tx.as());
    await house.sessions.changed(tx, { userId: agent.userId });
  });
  await house.board.send(agent, { type: 'phoneUnregistered', nowMs: house.clock.nowMs() });
  await house.board.send(agent, { type: 'socketClosed', nowMs: house.clock.nowMs() });
  await soon(() => house.agentNow(agent).hasMobile).toBe(true);
}
const rings = async (number: string): Promise<LegId> => {
  await soon(() => telephony.ringTo(number)).toBeTruthy();
  return telephony.ringTo(number)!;
};
const attempts = async (tenantId: number) => {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      number: string;
      user_id: number;
      ended: boolean;
      answered: boolean;
    }>`select number, user_id, ended_at is not null ended, answered from call_attempt where tenant_id = ${tenantId} order by id`.execute(
      tx.as(),
    ),
  );
  return rows;
};

test('[CC-03] a call in line rings the mobile of an agent without page or phone, and 1 takes it; status and record are as ever', async () => {
  const [tenant, ana] = await aTeam(1);
  await getsMobile(ana, '525511112201');
  await house.pass(120_000);
  expect(house.agentNow(ana)).toMatchObject({ whyNotRoutable: null, registered: false, connected: false });
  const caller = await house.callsIn(tenant);
  const leg = await rings('525511112201');
  expect(await house.live(ana)).toMatchObject([{ state: 'ringing', role: 'agent' }]);
  telephony.picksUp(leg);
  await house.settled();
  expect(house.agentNow(ana).whyNotRoutable).toBe('ringing');
  telephony.presses(leg, '1');
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [leg] });
  expect(await house.live(ana)).toMatchObject([{ state: 'talking', role: 'agent' }]);
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('inCall');
  telephony.hangsUp(caller);
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    { direction: 'inbound', ended: true, events: expect.arrayContaining(['agentRang', 'answered']) },
  ]);
  expect(await attempts(tenant.tenantId)).toEqual([
    { number: '525511112201', user_id: 0, ended: true, answered: true },
  ]);
});

test('[CC-03] a voicemail that picks up is a missed call: the agent is on break and the caller waits on', async () => {
  const [tenant, ana] = await aTeam(1);
  await getsMobile(ana, '525511112202');
  const caller = await house.callsIn(tenant);
  telephony.picksUp(await rings('525511112202'));
  await house.pass(16_000);
  await soon(() => house.agentNow(ana)).toMatchObject({ status: 66, reason: 'missed' });
  expect(telephony.leg(caller)!.base.at).toBe('hold');
  expect((await attempts(tenant.tenantId)).every(({ ended }) => ended)).toBe(true);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CC-03] a mobile that is busy is left alone for a while, twice as long the next time; the agent stays available and the caller in line', async () => {
  const [tenant, ana] = await aTeam(1);
  await getsMobile(ana, '525511112207');
  const caller = await house.callsIn(tenant);
  const isBusy = async () => {
    telephony.declines(await rings('525511112207'), 486);
    await soon(() => house.agentNow(ana).whyNotRoutable).toBe('engaged');
  };
  const passes = async (ms: number) => {
    await house.pass(ms);
    house.board.tick();
  };
  await isBusy();
  expect(house.agentNow(ana)).toMatchObject({ status: 67, reason: null });
  await passes(14_000);
  expect(house.agentNow(ana).whyNotRoutable).toBe('engaged');
  await passes(1_000);
  await isBusy();
  await passes(29_000);
  expect(house.agentNow(ana).whyNotRoutable).toBe('engaged');
  expect(telephony.ringTo('525511112207')).toBeUndefined();
  telephony.hangsUp(caller);
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    { outcome: 2, events: expect.arrayContaining(['agentMissed busy']) },
  ]);
});

test('[CC-03] a click rings the mobile first and then the customer; who has a browser calls with it', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  await getsMobile(ana, '525511112203');
  const order = {
    number: '5512345678',
    countryCode: '52',
    routerId: 0,
    shown: '',
    callbackCallId: '',
    taskId: '',
    customerId: '',
  };
  await expect(ask.dial(budi.caller(), order)).rejects.toMatchObject({ name: 'notAllowed' });
  expect(await ask.dial(ana.caller(), order)).toMatchObject({ calls: [{ direction: 'outbound', state: 'ringing' }] });
  await expect(ask.dial(ana.caller(), order)).rejects.toMatchObject({ name: 'callNotReady' });
  const leg = await rings('525511112203');
  telephony.picksUp(leg);
  await house.settled();
  telephony.presses(leg, '1');
  const customer = await rings('525512345678');
  telephony.picksUp(customer);
  await house.settled();
  expect(telephony.leg(customer)!.base).toEqual({ at: 'bridge', partners: [leg] });
  telephony.hangsUp(leg);
  await house.settled();
  expect(await attempts(tenant.tenantId)).toEqual([
    { number: '525512345678', user_id: ana.userId, ended: true, answered: true },
    { number: '525511112203', user_id: 0, ended: true, answered: true },
  ]);
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ direction: 'outbound', ended: true }]);
});

test('[CC-03] a call that the owner of a mobile is refused stands in the records with its reason, as one of any phone', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  await getsMobile(ana, '525511112205');
  const order = { countryCode: '1', routerId: 0, shown: '', callbackCallId: '', taskId: '', customerId: '' };
  const dials = (number: string) => ask.dial(ana.caller(), { ...order, number });
  await expect(dials('9001234567')).rejects.toMatchObject({ name: 'cannotCallNumber' });
  await house.board.send(budi, { type: 'signedOut', nowMs: house.clock.nowMs() });
  await expect(dials(budi.sipNum)).rejects.toMatchObject({ name: 'transferTargetBusy' });
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    { direction: 'outbound', outcome: 13, cause: 'refused', refusal: 816, ended: true, ended_by: 'server' },
    { direction: 'internal', outcome: 11, cause: 'unreachable', refusal: null, ended: true, ended_by: 'server' },
  ]);
  expect(telephony.ringTo('525511112205')).toBeUndefined();
});

test('[CC-05] whose phone is a mobile is told to dial an emergency number on it: nothing rings, and it stands in the records', async () => {
  const [tenant, ana] = await aTeam(1);
  await getsMobile(ana, '525511112206');
  const order = { countryCode: '52', routerId: 0, shown: '', callbackCallId: '', taskId: '', customerId: '' };
  for (const number of ['112', '911', '066'])
    await expect(ask.dial(ana.caller(), { ...order, number })).rejects.toMatchObject({ name: 'emergencyOnMobile' });
  await soon(() => house.records(tenant.tenantId)).toMatchObject(
    Array.from({ length: 3 }, () => ({ direction: 'outbound', outcome: 13, refusal: 21_007, ended: true })),
  );
  expect(await attempts(tenant.tenantId)).toEqual([]);
});

test('[CC-03] two clicks at once call once, and what the second would have called counts as called no more', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  await getsMobile(ana, '525511112204');
  const order = { countryCode: '52', routerId: 0, shown: '', callbackCallId: '', taskId: '', customerId: '' };
  for (const number of ['5512345679', budi.sipNum]) {
    const clicks = await Promise.allSettled([1, 2].map(() => ask.dial(ana.caller(), { ...order, number })));
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await house.live(ana)).toHaveLength(1);
    await ask.hangUp(ana.caller(), { callId: (await house.live(ana))[0]!.callId });
    await house.settled();
    await soon(() => house.agentNow(ana).whyNotRoutable).toBeNull();
    await soon(() => house.agentNow(budi).whyNotRoutable).toBeNull();
  }
  await soon(async () => (await attempts(tenant.tenantId)).every(({ ended }) => ended)).toBe(true);
});

test('[CC-03] a mobile the tenant may not call is a phone that cannot be reached, and nobody is called', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  await getsMobile(budi, '19005551234');
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'blind', target: { userId: budi.userId } });
  await soon(async () => (await house.live(ana))[0]?.failedTransfer?.why).toBe('unreachable');
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  expect(await attempts(tenant.tenantId)).toEqual([]);
  telephony.hangsUp(caller);
  await house.settled();
});
