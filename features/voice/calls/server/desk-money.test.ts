import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { moneyNow, paysForCalls, topUp } from '#features/money/charges/server/charges.fixture.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { houseOfTests, soon, type Agent } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 30_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;
const CUSTOMER = '525512345678';
const OTHER = '525587654321';

/** Ana calls the customer, who answers. */
async function talksTo(ana: Agent, number = CUSTOMER) {
  const phone = house.dials(ana, `+${number}`);
  await soon(() => telephony.ringTo(number)).toBeTruthy();
  const customer = telephony.ringTo(number)!;
  telephony.picksUp(customer);
  await house.settled();
  return { phone, customer };
}

/** What pages of the tenant were told about its calls. */
async function warnings(tenantId: number): Promise<string[]> {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ what: string }>`
      select body->>'what' what from outbox where tenant_id = ${tenantId} and kind = 'calls.warned' order by id`.execute(
      tx.as(),
    ),
  );
  return rows.map(({ what }) => what);
}

/** The record of the one call is closed, and everything about it written. */
const written = (tenantId: number, calls = 1) =>
  soon(async () => (await house.records(tenantId)).filter(({ ended }) => ended).length).toBe(calls);

test('[TASK-05] a call keeps its first minute ready, then one ahead, and is charged for its begun minutes when it ends', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 10_000, setupE4: 50 });
  const phone = house.dials(ana, `+${CUSTOMER}`);
  await soon(() => telephony.ringTo(CUSTOMER)).toBeTruthy();
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 10_000, heldE4: 650, charged: [] });
  await house.pass(20_000);
  telephony.picksUp(telephony.ringTo(CUSTOMER)!);
  await house.settled();
  expect((await moneyNow(db, tenantId)).heldE4).toBe(1_250);
  await house.pass(61_000);
  expect((await moneyNow(db, tenantId)).heldE4).toBe(1_850);
  telephony.hangsUp(phone);
  await written(tenantId);
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 8_750, heldE4: 0, charged: ['call 61 s 1250'] });
});

test('[TASK-05] nobody answered: what was kept is given back, and nothing is charged', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 10_000 });
  house.dials(ana, `+${CUSTOMER}`);
  await soon(() => telephony.ringTo(CUSTOMER)).toBeTruthy();
  telephony.hangsUp(telephony.ringTo(CUSTOMER)!);
  await written(tenantId);
  await house.settled();
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 10_000, heldE4: 0, charged: [] });
});

test('[CALL-16] without the money of a first minute, or without a price, a call is refused with 810, and the record says so', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 599, prefix: '52' });
  telephony.hangsUp(house.dials(ana, `+${CUSTOMER}`));
  telephony.hangsUp(house.dials(ana, '+12025550142'));
  await written(tenantId, 2);
  expect((await house.records(tenantId)).map(({ refusal }) => refusal)).toEqual([810, 810]);
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 599, heldE4: 0, charged: [] });
});

test('[TASK-05] the money of a call ends: our side is warned half a minute before, the customer hears goodbye, and no more is charged than there was', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 1_200 });
  const { phone, customer } = await talksTo(ana);
  await house.pass(89_000);
  expect(await warnings(tenantId)).toEqual([]);
  await house.pass(1_500);
  await soon(() => warnings(tenantId)).toEqual(['moneyLow']);
  expect(telephony.leg(phone)!.playing).toMatchObject({ playId: 'moneyTone' });
  await house.pass(24_000);
  await soon(() => warnings(tenantId)).toEqual(['moneyLow', 'moneyOver']);
  expect(telephony.leg(phone)!.at).toBe('ended');
  expect(telephony.leg(customer)!.playing).toMatchObject({ playId: 'moneyFarewell' });
  await house.pass(4_000);
  await written(tenantId);
  expect(await house.records(tenantId)).toMatchObject([
    { refusal: 810, cause: 'refused', ended_by: 'server', events: ['answered', 'moneyLow', 'moneyOver'] },
  ]);
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 0, heldE4: 0, charged: [expect.stringMatching(/ 1200$/)] });
});

test('[TASK-05] topped up in the last half minute, the call goes on, and our side is told', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 1_200 });
  const { phone } = await talksTo(ana);
  await house.pass(95_000);
  await topUp(db, tenantId, 600, 'in time');
  await house.pass(25_000);
  await soon(() => warnings(tenantId)).toEqual(['moneyLow', 'moneyBack']);
  telephony.hangsUp(phone);
  await written(tenantId);
  expect(await moneyNow(db, tenantId)).toMatchObject({ balanceE4: 600, heldE4: 0, charged: ['call 120 s 1200'] });
});

test('[TASK-05] who calls in is charged from our answer, the line included; without money they hear that nobody is there, and the record says why', async () => {
  const [tenant, ana] = await aTeam(1);
  const { tenantId } = tenant;
  await paysForCalls(db, tenantId, { balanceE4: 600, inboundE4: 300 });
  const caller = await house.callsIn(tenant);
  expect((await moneyNow(db, tenantId)).heldE4).toBe(600);
  await house.takes(ana);
  await house.pass(10_000);
  telephony.hangsUp(caller);
  await written(tenantId);
  expect(await moneyNow(db, tenantId)).toMatchObject({ balanceE4: 300, heldE4: 0, charged: ['call 10 s 300'] });
  const [first, second] = [await house.callsIn(tenant), await house.callsIn(tenant)];
  expect(telephony.leg(first)!.at).not.toBe('ended');
  expect(telephony.leg(second)!.end).toMatchObject({ cause: 'refused', sipStatus: 480 });
  telephony.hangsUp(first);
  await written(tenantId, 3);
  expect((await house.records(tenantId)).map(({ refusal }) => refusal).toSorted()).toEqual([810, null, null]);
});

test('[TASK-05] a customer handed on to a number outside is two legs, each charged for its own time', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 100_000 });
  const { customer } = await talksTo(ana);
  await house.pass(50_000);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'blind', target: { number: `+${OTHER}` } });
  await soon(() => telephony.ringTo(OTHER)).toBeTruthy();
  telephony.picksUp(telephony.ringTo(OTHER)!);
  await house.settled();
  await house.pass(30_000);
  telephony.hangsUp(customer);
  await written(tenantId);
  const { charged, heldE4 } = await moneyNow(db, tenantId);
  expect(charged.toSorted()).toEqual(['call 30 s 600', 'call 80 s 1200']);
  expect(heldE4).toBe(0);
});

test('[TASK-05] whom an agent consulted outside is charged until they left, though the call went on', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 100_000, firstSec: 1, nextSec: 1 });
  const { customer } = await talksTo(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { number: `+${OTHER}` } });
  await soon(() => telephony.ringTo(OTHER)).toBeTruthy();
  const third = telephony.ringTo(OTHER)!;
  telephony.picksUp(third);
  await house.settled();
  await house.pass(7_000);
  telephony.hangsUp(third);
  await house.settled();
  await house.pass(20_000);
  telephony.hangsUp(customer);
  await written(tenantId);
  expect((await moneyNow(db, tenantId)).charged.toSorted()).toEqual(['call 27 s 270', 'call 7 s 70']);
});

test('[TASK-05] two calls that become one: whoever comes along is charged on, once', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 100_000, firstSec: 1, nextSec: 1 });
  const first = await talksTo(ana);
  telephony.holds(first.phone);
  await house.settled();
  const second = await talksTo(ana, OTHER);
  await house.pass(10_000);
  telephony.asksTransfer(first.phone, OTHER, second.phone);
  await house.settled();
  await house.pass(10_000);
  telephony.hangsUp(first.customer);
  await written(tenantId, 2);
  const { charged, heldE4 } = await moneyNow(db, tenantId);
  expect(charged.toSorted()).toEqual(['call 20 s 200', 'call 20 s 200']);
  expect(heldE4).toBe(0);
});

test('[TASK-05] somebody who called in and is merged into another call is charged on their own line until they leave', async () => {
  const [tenant, ana] = await aTeam(1);
  const { tenantId } = tenant;
  await paysForCalls(db, tenantId, { balanceE4: 100_000, inboundE4: 300, firstSec: 1, nextSec: 1 });
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const inbound = await house.callIdOf(ana);
  await house.pass(10_000);
  await ask.hold(ana.caller(), { callId: inbound });
  const { customer } = await talksTo(ana, OTHER);
  await house.pass(10_000);
  const { calls } = await ask.live(ana.caller(), {});
  const outbound = calls.find(({ callId }) => callId !== inbound)!.callId;
  await ask.merge(ana.caller(), { callId: outbound, otherCallId: inbound });
  await house.settled();
  await house.pass(70_000);
  telephony.hangsUp(customer);
  await house.settled();
  await house.pass(30_000);
  telephony.hangsUp(caller);
  await written(tenantId, 2);
  expect(await moneyNow(db, tenantId)).toEqual({
    balanceE4: 100_000 - 800 - 600,
    heldE4: 0,
    charged: expect.arrayContaining(['call 80 s 800', 'call 120 s 600']),
  });
});

test('[TASK-05] by a line of their own a call holds and costs nothing', async () => {
  const [{ tenantId }, ana] = await aTeam(1, { carrier: 'sip-77' });
  await paysForCalls(db, tenantId, { balanceE4: 0 });
  const { phone } = await talksTo(ana);
  await house.pass(61_000);
  telephony.hangsUp(phone);
  await written(tenantId);
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 0, heldE4: 0, charged: [] });
});

test('[CALL-22] a desk that is gone settles nothing; whoever closes what it left charges what the record says, once', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 10_000 });
  const { phone } = await talksTo(ana);
  await house.pass(70_000);
  // The last sign of life.
  telephony.holds(phone);
  await house.settled();
  await soon(async () => (await house.records(tenantId)).flatMap(({ events }) => events)).toContain('held');
  await house.pass(30_000);
  expect((await moneyNow(db, tenantId)).charged).toEqual([]);
  const next = openCallBook(house);
  await next.closeAbandoned(tenantId);
  await next.stop();
  await written(tenantId);
  const settled = { balanceE4: 8_800, heldE4: 0, charged: ['call 70 s 1200'] };
  expect(await moneyNow(db, tenantId)).toEqual(settled);
  expect(house.problems.splice(0).join()).toContain('calls were cut off');
  for (const part of [house.desk, house.board]) await part.moveOut(tenantId);
  await house.book.settled(tenantId);
  expect(await moneyNow(db, tenantId)).toEqual(settled);
});

test('[CALL-22] a desk that has to leave ends its calls, which are charged to that moment', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 10_000 });
  const { phone } = await talksTo(ana);
  await house.pass(130_000);
  for (const part of [house.desk, house.board]) await part.moveOut(tenantId);
  expect(telephony.leg(phone)!.at).toBe('ended');
  await written(tenantId);
  expect(await moneyNow(db, tenantId)).toEqual({ balanceE4: 8_200, heldE4: 0, charged: ['call 130 s 1800'] });
});
