import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { aTenantHouse, houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;

test('[CALL-22] hold, consult, swap, cancel, consult again, complete: after every step the page shows what the exchange does', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  const partner = () => telephony.leg(phone)!.base;

  expect(await ask.hold(ana.caller(), { callId })).toMatchObject({ calls: [{ held: 'customer' }] });
  await house.settled();
  expect(telephony.leg(caller)!.base.at).toBe('hold');
  expect(await ask.unhold(ana.caller(), { callId })).toMatchObject({ calls: [{ held: null }] });
  await house.settled();
  expect(partner()).toEqual({ at: 'bridge', partners: [caller] });

  expect(await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } })).toMatchObject({
    calls: [{ held: 'customer', transfer: { kind: 'consult', toUserId: budi.userId, answered: false } }],
  });
  const third = await house.takes(budi);
  expect(await house.live(ana)).toMatchObject([{ held: 'customer', transfer: { answered: true, talkingTo: 'third' } }]);
  expect(await house.live(budi)).toMatchObject([{ callId, role: 'third', state: 'talking' }]);
  expect(partner()).toEqual({ at: 'bridge', partners: [third] });
  await ask.sendKeys(ana.caller(), { callId, keys: '12' });
  await house.pass(1_000);
  expect(telephony.keysHeard(third)).toBe('12');

  expect(await ask.transferSwap(ana.caller(), { callId })).toMatchObject({
    calls: [{ held: 'third', transfer: { talkingTo: 'customer' } }],
  });
  await house.settled();
  expect([partner(), telephony.leg(third)!.base.at]).toEqual([{ at: 'bridge', partners: [caller] }, 'hold']);

  expect(await ask.transferCancel(ana.caller(), { callId })).toMatchObject({ calls: [{ held: null, transfer: null }] });
  await house.settled();
  expect(telephony.leg(third)!.at).toBe('ended');
  expect(partner()).toEqual({ at: 'bridge', partners: [caller] });
  await soon(() => house.agentNow(budi).whyNotRoutable).toBeNull();

  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  const again = await house.takes(budi);
  expect(await ask.transferComplete(ana.caller(), { callId })).toEqual({ calls: [] });
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [again] });
  expect(telephony.leg(phone)!.at).toBe('ended');
  expect(await house.live(budi)).toMatchObject([{ callId, role: 'agent', transfer: null }]);
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  telephony.hangsUp(again);
  await house.settled();
  expect(telephony.leg(caller)!.at).toBe('ended');
});

test('[CALL-22] blind by the phone: to a colleague who declines, back again; to a number', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  telephony.asksTransfer(phone, budi.sipNum);
  telephony.declines(await house.rings(budi));
  await house.settled();
  expect(telephony.transferReports(phone)).toEqual([100, 180, 603]);
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  telephony.asksTransfer(phone, '+525587654321');
  await soon(() => telephony.ringTo('525587654321')).toBeTruthy();
  const far = telephony.ringTo('525587654321')!;
  telephony.picksUp(far);
  await house.settled();
  expect(telephony.transferReports(phone).at(-1)).toBe(200);
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [far] });
  telephony.asksTransfer(caller, '+525587654322');
  await house.settled();
  expect(telephony.transferReports(caller)).toEqual([603]);
  telephony.hangsUp(caller);
  await house.settled();
  expect(telephony.leg(far)!.at).toBe('ended');
});

test('[CALL-22] attended by the phone: its two calls become one, and at no moment is the colleague free', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  const caller = await house.callsIn(tenant);
  const first = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  telephony.holds(first);
  const second = house.dials(ana, budi.sipNum);
  const third = await house.takes(budi);
  expect(await house.live(ana)).toHaveLength(2);
  const seen: (string | null)[] = [];
  const stop = house.board.onChange((now) => now.userId === budi.userId && seen.push(now.whyNotRoutable));
  telephony.asksTransfer(first, budi.sipNum, second);
  await house.settled();
  expect(telephony.transferReports(first)).toEqual([200]);
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [third] });
  expect([telephony.leg(first)!.at, telephony.leg(second)!.at]).toEqual(['ended', 'ended']);
  expect(house.agentNow(budi).call).toMatchObject({ callId });
  expect(seen.filter((why) => why !== 'inCall')).toEqual([]);
  stop();
  telephony.hangsUp(caller);
  await house.settled();
  expect(telephony.leg(third)!.at).toBe('ended');
  await soon(async () => (await house.records(tenant.tenantId)).map(({ ended }) => ended)).toEqual([true, true]);
});

test('[CALL-22] to a group: the customer stands in line there and the agent is free to wrap up', async () => {
  const [tenant, ana] = await aTeam(1);
  const other = await aTenantHouse(db);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await expect(
    ask.transfer(ana.caller(), { callId, kind: 'blind', target: { groupId: other.groupId } }),
  ).rejects.toThrow('notFound');
  await ask.transfer(ana.caller(), { callId, kind: 'blind', target: { groupId: tenant.groupId } });
  await soon(() => house.queues.waiting(tenant.tenantId)).toMatchObject([{ callId, groupId: tenant.groupId }]);
  expect(telephony.leg(caller)!.base.at).toBe('hold');
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  await house.board.send(ana, { type: 'wrapUpEnded', nowMs: house.clock.nowMs() });
  await house.takes(ana);
  expect(await house.live(ana)).toMatchObject([{ callId, state: 'talking' }]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-22] a customer who hangs up while it is looked up whom they may be handed to leaves no colleague reserved and no number counted', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  for (const target of [{ userId: budi.userId }, { number: '+525587654321' }]) {
    const caller = await house.callsIn(tenant);
    await house.takes(ana);
    const asked = ask.transfer(ana.caller(), { callId: await house.callIdOf(ana), kind: 'blind', target });
    telephony.hangsUp(caller);
    await expect(asked).rejects.toThrow('callNotReady');
    await soon(() => house.agentNow(budi).whyNotRoutable).toBeNull();
    await house.board.send(ana, { type: 'wrapUpEnded', nowMs: house.clock.nowMs() });
  }
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select answered, ended_at is not null ended from call_attempt where tenant_id = ${tenant.tenantId}`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([{ answered: false, ended: true }]);
});

test('[CALL-22] whoever is asked or gets a call is told who asks, why, and who had it; with stars where they see stars', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId, { needsMasking: true });
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  expect(await house.live(ana)).toMatchObject([{ handed: null, hadBy: [] }]);
  const reason = 'Paid twice, reach her at +52 55 9876 4321.';
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId }, reason });
  await house.rings(budi);
  expect(await house.live(budi)).toMatchObject([
    { state: 'ringing', role: 'third', handed: { kind: 'consult', by: ana.name }, hadBy: [ana.name] },
  ]);
  const liveText = JSON.stringify(await house.live(budi));
  expect(liveText).toContain('Paid twice');
  expect(liveText).not.toContain('9876 4321');
  await house.takes(budi);
  await ask.transferComplete(ana.caller(), { callId });
  await house.settled();
  expect(await house.live(budi)).toMatchObject([
    { role: 'agent', handed: { kind: 'transfer', by: ana.name }, hadBy: [ana.name] },
  ]);
  expect(await ask.notes(ana.caller(), { callId }), 'why stands with the call').toMatchObject([
    { text: reason, author: ana.name },
  ]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-22] a group that gets a call is told the same; what was called off is forgotten', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId }, reason: 'first try' });
  await house.takes(budi);
  await ask.transferCancel(ana.caller(), { callId });
  await house.settled();
  expect(await house.live(ana)).toMatchObject([{ handed: null, hadBy: [] }]);
  await ask.transfer(ana.caller(), {
    callId,
    kind: 'blind',
    target: { userId: budi.userId },
    reason: 'wants the manager',
  });
  await house.takes(budi);
  await soon(async () => (await house.live(budi))[0]?.handed).toEqual({
    kind: 'transfer',
    by: ana.name,
    reason: 'wants the manager',
  });
  telephony.hangsUp(caller);
  await house.settled();
});
