import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDb } from '#test/test-db.ts';
import { aHouse, aTenantHouse, serve, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, close } = await testDb();
const house = aHouse(db);
const { telephony, ask } = house;
beforeAll(house.start);
afterAll(async () => {
  await house.stop();
  expect(house.problems).toEqual([]);
  await close();
});

/** An agent serves a customer, and a colleague is there. */
async function oneCall() {
  const tenant = await aTenantHouse(db);
  const [ana, budi] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  await serve(db, house.queues, tenant, ana);
  const caller = await house.callsIn(tenant);
  const first = await house.takes(ana);
  return { tenant, ana, budi, caller, first, callId: await house.callIdOf(ana) };
}

/** The agent has the customer on hold and talks to the colleague. */
async function twoCalls() {
  const call = await oneCall();
  telephony.holds(call.first);
  const second = house.dials(call.ana, call.budi.sipNum);
  const third = await house.takes(call.budi);
  return { ...call, second, third };
}

const kept = async (callId: string) =>
  (
    await db.everyTenant('looks', (tx) =>
      sql`
    select user_id, sip_num, ended_at is not null ended, (select json_object_agg(a.user_id, a.result) from call_agent a where a.record_id = r.id) agents from call_record r where call_id = ${callId}`.execute(
        tx.as(),
      ),
    )
  ).rows[0];

test('[CALL-22] a customer whom a phone joined to a colleague is that colleague’s call, with their phone', async () => {
  const { ana, budi, caller, first, second, callId } = await twoCalls();
  telephony.asksTransfer(first, budi.sipNum, second);
  await house.settled();
  telephony.hangsUp(caller);
  await house.settled();
  await soon(() => kept(callId)).toEqual({
    user_id: budi.userId,
    sip_num: budi.sipNum,
    ended: true,
    agents: { [ana.userId]: 'talked', [budi.userId]: 'talked' },
  });
});

test('[CALL-22] the phone joins and the page hands on in the same moment: one of them holds, and nobody is left over', async () => {
  const { tenant, ana, budi, caller, first, second, third, callId } = await twoCalls();
  const sofia = await house.anAgent(tenant.tenantId);
  const handed = ask.transfer(ana.caller(), { callId, kind: 'blind', target: { userId: sofia.userId } });
  telephony.asksTransfer(first, budi.sipNum, second);
  await expect(handed).rejects.toMatchObject({ name: expect.stringMatching(/callNotReady|notFound/) });
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [third] });
  await soon(() => house.agentNow(sofia).whyNotRoutable).toBeNull();
  telephony.hangsUp(caller);
  await house.settled();
  expect(await telephony.legs()).toEqual([]);
  await soon(() => kept(callId)).toMatchObject({ user_id: budi.userId, ended: true });
});

test('[CALL-22] both hand the customer on at once, the agent by page and the colleague by hanging up: the customer is not lost', async () => {
  const { ana, budi, caller, first, callId } = await oneCall();
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  const third = await house.takes(budi);
  telephony.hangsUp(third);
  const completed = Promise.resolve(ask.transferComplete(ana.caller(), { callId })).catch(
    (problem: { name: string }) => problem.name,
  );
  expect(await completed).toBe('callNotReady');
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [first] });
  telephony.hangsUp(caller);
  await house.settled();
  await soon(() => kept(callId)).toMatchObject({ ended: true });
});

test('[CALL-22] a customer on hold and a second call of the same phone become one conversation of three', async () => {
  const { ana, budi, caller, first, second, third, callId } = await twoCalls();
  const [, other] = await house.live(ana);
  telephony.says(caller, [400]);
  telephony.says(second, [500]);
  telephony.says(third, [800]);
  const merged = await ask.merge(ana.caller(), { callId, otherCallId: other!.callId });
  expect(merged).toMatchObject({
    calls: [{ callId, held: null, transfer: { to: budi.name, talkingTo: 'both', answered: true } }],
  });
  await house.settled();
  // The phone keeps its first leg on hold: the one at the ear is the second.
  expect(telephony.leg(first)!.at).toBe('ended');
  expect([caller, second, third].map((leg) => telephony.hearsHz(leg))).toEqual([
    [500, 800],
    [400, 800],
    [400, 500],
  ]);
  expect(await house.live(budi)).toMatchObject([{ callId, role: 'third', formerCallId: other!.callId }]);
  await soon(() => kept(other!.callId)).toMatchObject({ ended: true });
  await soon(() => kept(callId)).toMatchObject({ agents: { [ana.userId]: 'talked', [budi.userId]: 'talked' } });
  expect([house.agentNow(ana).call, house.agentNow(budi).call]).toMatchObject([{ callId }, { callId }]);

  await ask.dropParty(ana.caller(), { callId, who: 'third' });
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [second] });
  await soon(() => house.agentNow(budi).whyNotRoutable).toBeNull();
  telephony.hangsUp(caller);
  await house.settled();
  expect(await telephony.legs()).toEqual([]);
});

test('[CALL-22] two calls become one only for whose they are, and only while both talk', async () => {
  const { tenant, ana, budi, caller, second, callId } = await twoCalls();
  const otherCallId = (await house.live(ana))[1]!.callId;
  const stranger = await house.anAgent(tenant.tenantId);
  await expect(ask.merge(stranger.caller(), { callId, otherCallId })).rejects.toThrow('notFound');
  await expect(ask.merge(budi.caller(), { callId, otherCallId })).rejects.toThrow('notFound');
  await expect(ask.merge(ana.caller(), { callId, otherCallId: callId })).rejects.toThrow('callNotReady');
  telephony.hangsUp(second);
  await house.settled();
  await expect(ask.merge(ana.caller(), { callId, otherCallId })).rejects.toThrow('notFound');
  telephony.hangsUp(caller);
  await house.settled();
});
