import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { renderTones } from '#core/telephony/tones.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { aSoundOf } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import type { SipPhone, SipPhoneCall } from '#test/sip-phone.ts';
import { aTenantHouse, aVoice, phoneHeaders, serve, soon, type Agent } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 40_000 });

const { db, close } = await testDb();
const ha1 = (account: string): string =>
  createHash('md5').update(`${account}:openseat.test:secret-${account}`).digest('hex');
const exchange = await openTestExchange({ accounts: { find: async (account) => ({ ha1: ha1(account) }) } });
const teamSound = async (_: number, soundId: number) => toneOf.get(soundId) ?? null;
const toneOf = new Map<number, Int16Array>();
const voice = aVoice(db, { telephony: exchange.telephony, teamSound });
const { ask } = voice;
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await exchange.close();
  await close();
  expect(voice.problems).toEqual([]);
  expect(exchange.bugs).toEqual([]);
});

/** An agent at a SIP phone, ready for calls. */
async function atPhone(
  tenantId: number,
  wishes: Parameters<typeof voice.aMemberWithPhone>[1] = {},
): Promise<Agent & { phone: SipPhone }> {
  const agent = await voice.aMemberWithPhone(tenantId, wishes);
  const phone = await exchange.phone(agent.sipNum);
  await soon(() => voice.agentNow(agent).whyNotRoutable).toBeNull();
  return { ...agent, phone };
}

async function picksUp({ phone }: { phone: SipPhone }): Promise<SipPhoneCall> {
  await soon(() => phone.rung()).toBeTruthy();
  const call = phone.rung() as SipPhoneCall;
  await call.answer();
  return call;
}

const CUSTOMER_HZ = 500;
const ANA_HZ = 900;
const BUDI_HZ = 1_300;
const SOFIA_HZ = 1_700;

test('[CALL-09] [CALL-22] a customer, an agent, a colleague and a supervisor on real phones hear whom they should, step by step', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await atPhone(tenant.tenantId);
  await serve(db, voice.queues, tenant, ana);
  const [budi, sofia] = [
    await atPhone(tenant.tenantId),
    await atPhone(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] }),
  ];

  const customer = exchange.outside.callIn(tenant.did, '525512345678');
  customer.speak(CUSTOMER_HZ);
  const anas = await picksUp(ana);
  anas.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ]);
  const callId = await voice.callIdOf(ana);
  expect(anas.header(CallHeader.callId)).toBe(callId);

  await anas.hold();
  await soon(() => voice.live(ana)).toMatchObject([{ held: 'customer' }]);
  await soon(() => customer.hears()).not.toContain(ANA_HZ);
  await anas.resume();
  await soon(() => customer.hears()).toEqual([ANA_HZ]);

  await ask.monitorStart(sofia.caller(), {
    sipNumber: sofia.sipNum,
    uuid: callId,
    asmIp: '',
    cmsIp: '',
    action: 'listen',
  });
  const ear = await picksUp(sofia);
  expect(ear.header(CallHeader.eavesdropTarget)).toBe(callId);
  ear.speak(SOFIA_HZ);
  await soon(() => ear.hears()).toEqual([CUSTOMER_HZ, ANA_HZ]);
  expect(await anas.hears()).toEqual([CUSTOMER_HZ]);
  await ear.key('2');
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ, SOFIA_HZ]);
  expect(await customer.hears()).toEqual([ANA_HZ]);
  await ear.key('0');
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ]);
  await ask.monitorStop(sofia.caller(), { callId });
  await soon(() => ear.at()).toBe('over');

  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  const budis = await picksUp(budi);
  budis.speak(BUDI_HZ);
  await soon(() => anas.hears()).toEqual([BUDI_HZ]);
  await soon(() => budis.hears()).toEqual([ANA_HZ]);
  await soon(() => customer.hears()).not.toContain(ANA_HZ);
  await ask.transferSwap(ana.caller(), { callId });
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ]);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await ask.transferComplete(ana.caller(), { callId });
  await soon(() => customer.hears()).toEqual([BUDI_HZ]);
  await soon(() => budis.hears()).toEqual([CUSTOMER_HZ]);
  await soon(() => anas.at()).toBe('over');

  await customer.hangUp();
  await soon(() => budis.at()).toBe('over');
  await soon(async () => (await exchange.telephony.legs()).length).toBe(0);
  await soon(() => voice.records(tenant.tenantId)).toMatchObject([
    { ended: true, has_recording: true, ended_by: 'customer' },
  ]);
});

test('[CC-09] a supervisor who joins is heard by both; who takes over has the customer alone, and the agent hears nobody any more', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await atPhone(tenant.tenantId);
  await serve(db, voice.queues, tenant, ana);
  const sofia = await atPhone(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] });
  const customer = exchange.outside.callIn(tenant.did, '525512345678');
  customer.speak(CUSTOMER_HZ);
  const anas = await picksUp(ana);
  anas.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  const callId = await voice.callIdOf(ana);

  await ask.monitorStart(sofia.caller(), {
    sipNumber: sofia.sipNum,
    uuid: callId,
    asmIp: '',
    cmsIp: '',
    action: 'listen',
    part: 'barge',
  });
  const sofias = await picksUp(sofia);
  sofias.speak(SOFIA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ, SOFIA_HZ]);
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ, SOFIA_HZ]);
  await soon(() => sofias.hears()).toEqual([CUSTOMER_HZ, ANA_HZ]);

  await ask.monitorTakeOver(sofia.caller(), { callId });
  await soon(() => anas.at()).toBe('over');
  await soon(() => customer.hears()).toEqual([SOFIA_HZ]);
  await soon(() => sofias.hears()).toEqual([CUSTOMER_HZ]);
  expect(await voice.live(sofia)).toMatchObject([{ role: 'agent', state: 'talking' }]);
  await sofias.hold();
  await soon(() => voice.live(sofia)).toMatchObject([{ held: 'customer' }]);
  await sofias.resume();
  await soon(() => customer.hears()).toEqual([SOFIA_HZ]);
  await customer.hangUp();
  await soon(() => sofias.at()).toBe('over');
  await soon(async () => (await exchange.telephony.legs()).length).toBe(0);
});

test('[CALL-22] a phone joins its two calls by itself, and hands on blind', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const [ana, budi, sofia] = [
    await atPhone(tenant.tenantId),
    await atPhone(tenant.tenantId),
    await atPhone(tenant.tenantId),
  ];
  const first = ana.phone.call('5512345678', phoneHeaders(ana));
  await soon(() => exchange.outside.rung()).toBeTruthy();
  const customer = exchange.outside.rung()!;
  customer.ring();
  await soon(() => first.provisionalStatuses()).toContain(180);
  customer.speak(CUSTOMER_HZ);
  await customer.answer();
  first.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await first.hold();
  const second = ana.phone.call(budi.sipNum, phoneHeaders(ana));
  const budis = await picksUp(budi);
  budis.speak(BUDI_HZ);
  await soon(() => second.hears()).toEqual([BUDI_HZ]);
  await first.referReplacing(second);
  await soon(() => customer.hears()).toEqual([BUDI_HZ]);
  await soon(() => budis.hears()).toEqual([CUSTOMER_HZ]);
  await soon(() => [first.at(), second.at()]).toEqual(['over', 'over']);

  await budis.refer(sofia.sipNum);
  const sofias = await picksUp(sofia);
  sofias.speak(SOFIA_HZ);
  await soon(() => customer.hears()).toEqual([SOFIA_HZ]);
  await soon(() => sofias.hears()).toEqual([CUSTOMER_HZ]);
  await soon(() => budis.at()).toBe('over');
  await sofias.hangUp();
  await soon(() => customer.at()).toBe('over');
  await soon(async () => (await exchange.telephony.legs()).length).toBe(0);
});

test('[CALL-16] a refusal arrives at the phone as 6NN, and a busy number as busy', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await atPhone(tenant.tenantId);
  const wrong = ana.phone.call('12', phoneHeaders(ana));
  await soon(() => wrong.status()).toBe(612);
  const forged = ana.phone.call('5512345678', { ...phoneHeaders(ana), [CallHeader.ccToken]: 'guess' });
  await soon(() => forged.status()).toBe(613);
  const busy = ana.phone.call('5512345678', phoneHeaders(ana));
  await soon(() => exchange.outside.rung()).toBeTruthy();
  await exchange.outside.rung()!.decline(486);
  await soon(() => busy.status()).toBe(486);
  await soon(() => voice.agentNow(ana).whyNotRoutable).toBeNull();
});

test('[SEC-01] [PHONE-14] an agent who may not see numbers calls a customer back, and nothing that reaches them holds the number', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await atPhone(tenant.tenantId, { needsMasking: true });
  const seen: string[] = [];
  ana.phone.tap((message) => void seen.push(message));
  await serve(db, voice.queues, tenant, ana);
  const customer = exchange.outside.callIn(tenant.did, '525512345678');
  const first = await picksUp(ana);
  const callId = await voice.callIdOf(ana);
  seen.push(JSON.stringify(await voice.live(ana)));
  await customer.hangUp();
  await soon(() => first.at()).toBe('over');
  await soon(() => voice.records(tenant.tenantId)).toMatchObject([{ ended: true }]);

  const again = ana.phone.call('52******5678', { ...phoneHeaders(ana), [CallHeader.callbackCallId]: callId });
  await soon(() => exchange.outside.rung()).toBeTruthy();
  const called = exchange.outside.rung()!;
  called.ring();
  await called.answer();
  await soon(() => again.at()).toBe('talking');
  seen.push(JSON.stringify(await voice.live(ana)));
  await soon(() => voice.records(tenant.tenantId)).toMatchObject([{}, { callback_of: callId, direction: 'outbound' }]);
  await called.hangUp();
  await soon(() => again.at()).toBe('over');
  const { rows: pushes } = await db.everyTenant('looks', (tx) =>
    sql<{ body: string }>`select body::text from outbox where user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect(pushes.length).toBeGreaterThan(3);
  seen.push(...pushes.map(({ body }) => body));
  expect(seen.join('\n')).toContain('52******5678');
  expect(seen.join('\n')).not.toMatch(/5512345678|55 1234/);
  const { rows: dialled } = await db.everyTenant('looks', (tx) =>
    sql<{
      number: string;
    }>`select customer_number number from call_record where tenant_id = ${tenant.tenantId} order by id desc limit 1`.execute(
      tx.as(),
    ),
  );
  expect(dialled[0]!.number).toBe('525512345678');
});

/** A customer and an agent of a group hear each other. */
async function inConversation() {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await atPhone(tenant.tenantId);
  await serve(db, voice.queues, tenant, ana);
  const customer = exchange.outside.callIn(tenant.did, '525512345678');
  customer.speak(CUSTOMER_HZ);
  const before = await picksUp(ana);
  before.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  return { ana, customer, before, callId: await voice.callIdOf(ana) };
}

/** The agent’s new phone is rung with the same call, both hear each other again, and nothing is left when it hangs up. */
async function goesOnAtNewPhone({ ana, customer, callId }: Awaited<ReturnType<typeof inConversation>>): Promise<void> {
  const after = await picksUp({ phone: await exchange.phone(ana.sipNum) });
  expect([after.header(CallHeader.callId), after.header(CallHeader.resume)]).toEqual([callId, '1']);
  after.speak(BUDI_HZ);
  await soon(() => customer.hears()).toEqual([BUDI_HZ]);
  await soon(() => after.hears()).toEqual([CUSTOMER_HZ]);
  expect(await voice.live(ana)).toMatchObject([{ callId, state: 'talking', phoneAway: false }]);
  await after.hangUp();
  await soon(() => customer.at()).toBe('over');
  await soon(async () => (await exchange.telephony.legs()).length).toBe(0);
}

test('[SEC-04] another computer takes the phone in a call: the call goes on there, whatever the first one still says', async () => {
  const call = await inConversation();
  await exchange.telephony.cutOff(call.ana.sipNum);
  await soon(() => voice.live(call.ana)).toMatchObject([{ callId: call.callId, phoneAway: true }]);
  await call.before.hangUp().catch(() => {});
  await goesOnAtNewPhone(call);
});

test('a page loaded anew: the new phone is rung with the same call, and both hear each other again', async () => {
  const call = await inConversation();
  call.ana.phone.dropConnection();
  call.before.beSilent();
  await soon(() => voice.live(call.ana)).toMatchObject([{ phoneAway: true }]);
  await goesOnAtNewPhone(call);
});

test('[CC-02] [CC-16] on a real exchange a caller hears the group’s welcome, its music, and the agent; the recording begins after the notice', async () => {
  const tenant = await aTenantHouse(db, {
    carrier: 'main',
    settings: { RecordingRules: '{"countries":[],"otherwise":"notice","unknown":"notice"}' },
  });
  const [MUSIC_HZ, WELCOME_HZ] = [700, 1_100];
  const [music, welcome] = [
    await aSoundOf(db, tenant.tenantId, 'Music'),
    await aSoundOf(db, tenant.tenantId, 'Welcome'),
  ];
  toneOf.set(music, renderTones([{ hz: [MUSIC_HZ], ms: 4_000 }]));
  toneOf.set(welcome, renderTones([{ hz: [WELCOME_HZ], ms: 1_500 }]));
  await db.everyTenant('a group that sounds', (tx) =>
    sql`update agent_group set music_sound_id = ${music}, welcome_sound_id = ${welcome} where id = ${tenant.groupId}`.execute(
      tx.as(),
    ),
  );
  const ana = await atPhone(tenant.tenantId);
  await serve(db, voice.queues, tenant, ana);

  const customer = exchange.outside.callIn(tenant.did, '525512345678');
  customer.speak(CUSTOMER_HZ);
  await soon(() => customer.hears()).toEqual([WELCOME_HZ]);
  expect(ana.phone.rung()).toBeFalsy();
  await soon(() => ana.phone.rung()).toBeTruthy();
  await soon(() => customer.hears()).toEqual([MUSIC_HZ]);
  const anas = await picksUp(ana);
  anas.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await anas.hold();
  await soon(() => customer.hears()).toEqual([MUSIC_HZ]);
  await anas.resume();
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await customer.hangUp();
  await soon(() => voice.records(tenant.tenantId)).toMatchObject([
    {
      ended: true,
      has_recording: true,
      events: ['recordingWord', 'queued', 'agentRang', 'answered', 'held', 'resumed'],
    },
  ]);
});
