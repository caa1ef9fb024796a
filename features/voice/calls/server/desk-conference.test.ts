import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;

/** Customer, Ana and Budi on one line, Ana having asked Budi about the customer. */
async function consulting(options: { needsMasking?: boolean } = {}) {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId, options);
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  const third = await house.takes(budi);
  return { tenant, ana, budi, caller, phone, third, callId };
}

const results = async (tenantId: number): Promise<unknown[]> =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<{
        user_id: string;
        result: string;
      }>`select user_id, result from call_agent where record_id in (select id from call_record where tenant_id = ${tenantId}) order by user_id`.execute(
        tx.as(),
      ),
    )
  ).rows.map(({ user_id, result }) => [Number(user_id), result]);

test('[CALL-22] three in one conversation: hold, mute and let go of each, and after every step the page shows what the exchange does', async () => {
  const { ana, budi, caller, phone, third, callId } = await consulting();
  telephony.says(caller, [400]);
  telephony.says(phone, [500]);
  telephony.says(third, [800]);
  const heard = () => [caller, phone, third].map((leg) => telephony.hearsHz(leg));

  expect(await ask.talkWith(ana.caller(), { callId, with: 'both' })).toMatchObject({
    calls: [{ held: null, transfer: { talkingTo: 'both', muted: [] } }],
  });
  await house.settled();
  expect(heard()).toEqual([
    [500, 800],
    [400, 800],
    [400, 500],
  ]);
  expect(await house.live(budi)).toMatchObject([{ role: 'third', transfer: { talkingTo: 'both' } }]);

  expect(await ask.muteParty(ana.caller(), { callId, who: 'customer', muted: true })).toMatchObject({
    calls: [{ transfer: { muted: ['customer'] } }],
  });
  await house.settled();
  expect(heard()).toEqual([[500, 800], [800], [500]]);
  await expect(ask.muteParty(ana.caller(), { callId, who: 'customer', muted: true })).rejects.toThrow('callNotReady');

  expect(await ask.talkWith(ana.caller(), { callId, with: 'third' })).toMatchObject({ calls: [{ held: 'customer' }] });
  await house.settled();
  expect([telephony.leg(caller)!.base.at, ...heard().slice(1)]).toEqual(['hold', [800], [500]]);

  await ask.talkWith(ana.caller(), { callId, with: 'both' });
  expect(await ask.dropParty(ana.caller(), { callId, who: 'third' })).toMatchObject({
    calls: [{ held: null, transfer: null, failedTransfer: null }],
  });
  await house.settled();
  expect(telephony.leg(third)!.at).toBe('ended');
  expect(heard().slice(0, 2)).toEqual([[500], [400]]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-25] the record names both who talked; who was asked without the customer was only rung', async () => {
  const { tenant, ana, budi, caller, third, callId } = await consulting();
  await soon(() => results(tenant.tenantId)).toEqual([
    [ana.userId, 'talked'],
    [budi.userId, 'rang'],
  ]);
  await ask.talkWith(ana.caller(), { callId, with: 'both' });
  await soon(() => results(tenant.tenantId)).toEqual([
    [ana.userId, 'talked'],
    [budi.userId, 'talked'],
  ]);
  telephony.hangsUp(third);
  await house.settled();
  expect(await house.live(ana)).toMatchObject([{ transfer: null, failedTransfer: { to: budi.name, why: 'left' } }]);
  telephony.hangsUp(caller);
  await soon(async () => (await house.records(tenant.tenantId)).map(({ ended }) => ended)).toEqual([true]);
});

test('[CALL-22] when the agent leaves a conversation of three the colleague has the customer', async () => {
  const { ana, budi, caller, phone, third, callId } = await consulting();
  await ask.talkWith(ana.caller(), { callId, with: 'both' });
  await ask.muteParty(ana.caller(), { callId, who: 'third', muted: true });
  telephony.hangsUp(phone);
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [third] });
  expect(telephony.leg(third)!.muted).toBe(false);
  expect(await house.live(budi)).toMatchObject([{ callId, role: 'agent', transfer: null }]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-22] only the agent of a call says who talks: not whom they consulted, and nobody else', async () => {
  const { tenant, budi, caller, callId } = await consulting();
  const stranger = await house.anAgent(tenant.tenantId);
  for (const [who, failure] of [
    [budi, 'callNotReady'],
    [stranger, 'notFound'],
  ] as const) {
    await expect(ask.talkWith(who.caller(), { callId, with: 'both' })).rejects.toThrow(failure);
    await expect(ask.muteParty(who.caller(), { callId, who: 'customer', muted: true })).rejects.toThrow(failure);
    await expect(ask.dropParty(who.caller(), { callId, who: 'customer' })).rejects.toThrow(failure);
  }
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-22] a colleague who declines leaves the customer where they were, and the agent is told', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  telephony.declines(await house.rings(budi));
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  expect(await house.live(ana)).toMatchObject([
    { transfer: null, failedTransfer: { to: budi.name, toUserId: budi.userId, why: 'declined' } },
  ]);
  telephony.hangsUp(caller);
  await house.settled();
});
