import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { blacklist } from '#features/voice/blacklist/server/index.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CALL_SETTINGS_CHANNEL } from '#features/voice/call-settings/server/index.ts';
import { houseOfTests, serve, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask, desk } = house;

test('[CC-16] a caller from outside reaches an agent: music, ring with its headers, conversation, record, wrap-up', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  expect(telephony.hears(caller)).not.toEqual([]);
  const ringing = await house.rings(ana);
  const [view] = await house.live(ana);
  expect(view).toMatchObject({
    state: 'ringing',
    direction: 'inbound',
    customerNumber: '525512345678',
    ourNumber: tenant.did,
    groupId: tenant.groupId,
  });
  expect(telephony.shown(ringing)).toMatchObject({
    callerId: '525512345678',
    headers: {
      [CallHeader.callId]: view!.callId,
      [CallHeader.customerNumber]: '525512345678',
      [CallHeader.didNumber]: tenant.did,
      [CallHeader.customerCountryCode]: '52',
      [CallHeader.groupName]: 'Sales',
      [CallHeader.direction]: 'inbound',
    },
  });
  await house.takes(ana);
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [ringing] });
  expect(house.agentNow(ana)).toMatchObject({
    call: { callId: view!.callId, at: 'talking' },
    whyNotRoutable: 'inCall',
  });
  expect(await house.live(ana)).toMatchObject([{ state: 'talking' }]);
  await house.pass(2_000);
  telephony.hangsUp(caller);
  await house.settled();
  expect(await telephony.legs()).not.toContain(ringing);
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  expect(await house.live(ana)).toEqual([]);
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    {
      direction: 'inbound',
      cause: 'normal',
      ended_by: 'customer',
      has_recording: true,
      events: ['queued', 'agentRang', 'answered'],
    },
  ]);
});

test('[STATUS-06] missed, rejected and device error are told apart, and the caller goes on to the next agent', async () => {
  const [tenant, ...agents] = await aTeam(4);
  const caller = await house.callsIn(tenant);
  const reasons = new Map<string, string>();
  const fates = [
    // No longer than it rings: the next one would miss it too.
    async (_leg: never, sipNum: string) => {
      while (telephony.ringing(sipNum)) await house.pass(1_000);
    },
    async (leg: never) => telephony.declines(leg),
    async (leg: never) => telephony.declines(leg, 488),
  ];
  for (const [index, fate] of fates.entries()) {
    await soon(() => agents.filter(({ sipNum }) => telephony.ringing(sipNum))).toHaveLength(1);
    const agent = agents.find(({ sipNum }) => telephony.ringing(sipNum))!;
    expect(reasons.has(agent.sipNum)).toBe(false);
    await fate(telephony.ringing(agent.sipNum) as never, agent.sipNum);
    reasons.set(agent.sipNum, ['missed', 'rejected', 'deviceError'][index]!);
    await soon(() => house.agentNow(agent).call).toBeNull();
    expect(house.agentNow(agent).status).toBe(index === 0 ? AgentStatus.onBreak : AgentStatus.available);
  }
  await soon(() => agents.filter(({ sipNum }) => telephony.ringing(sipNum))).toHaveLength(1);
  await house.takes(agents.find(({ sipNum }) => telephony.ringing(sipNum))!);
  telephony.hangsUp(caller);
  await soon(async () => (await house.records(tenant.tenantId))[0]?.events).toEqual([
    'queued',
    'agentRang',
    'agentMissed missed',
    'agentRang',
    'agentMissed rejected',
    'agentRang',
    'agentMissed deviceError',
    'agentRang',
    'answered',
  ]);
});

test('the ringing stops when the caller gives up, within half a second and without waiting for the database', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  const ringing = await house.rings(ana);
  const beforeMs = performance.now();
  telephony.hangsUp(caller);
  await expect.poll(() => telephony.ringing(ana.sipNum), { interval: 1 }).toBeUndefined();
  expect(performance.now() - beforeMs).toBeLessThan(500);
  expect(telephony.leg(ringing)!.end).toMatchObject({ cause: 'cancelled', by: 'us' });
  await soon(() => house.agentNow(ana).whyNotRoutable).toBeNull();
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    { cause: 'normal', ended_by: 'customer', events: ['queued', 'agentRang'] },
  ]);
});

test('[CALL-01] an agent calls out: busy at once, early media, answer, hang-up', async () => {
  const [tenant, ana] = await aTeam(1);
  const phone = house.dials(ana, '5512345678');
  await house.settled();
  expect(house.agentNow(ana).whyNotRoutable).toBe('inCall');
  const far = telephony.ringTo('525512345678')!;
  expect(telephony.shown(far)!.callerId).toMatch(/^5255500/);
  telephony.rings(far);
  telephony.speaksEarly(far);
  await house.settled();
  expect(telephony.leg(phone)!.provisionalStatuses).toEqual([180, 183]);
  expect(telephony.leg(phone)!.base).toEqual({ at: 'bridge', partners: [far] });
  telephony.picksUp(far);
  await house.settled();
  expect(await house.live(ana)).toMatchObject([{ direction: 'outbound', state: 'talking' }]);
  telephony.hangsUp(phone);
  await house.settled();
  expect(telephony.leg(far)!.at).toBe('ended');
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    { direction: 'outbound', ended_by: 'agent', refusal: null },
  ]);
});

test('[CALL-16] a refused call arrives as 6NN and leaves a record with its code', async () => {
  const [tenant, ana] = await aTeam(1);
  const phone = house.dials(ana, '55#1');
  await house.settled();
  expect(telephony.leg(phone)!.end).toMatchObject({ cause: 'refused', sipStatus: 612 });
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ refusal: 812, ended: true }]);
  const forged = house.dials(ana, '5512345678', { [CallHeader.ccToken]: 'of somebody else' });
  await house.settled();
  expect(telephony.leg(forged)!.end).toMatchObject({ sipStatus: 613 });
  const stranger = telephony.phoneCalls('0000001', '5512345678');
  await house.settled();
  expect(telephony.leg(stranger)!.end).toMatchObject({ sipStatus: 613 });
  expect(house.problems.splice(0)).toHaveLength(1);
  const nobody = telephony.outsideCalls({ line: 'rehearsal', from: '525511112222', to: '999' });
  await house.settled();
  expect(telephony.leg(nobody)!.at).toBe('ended');
});

test('[CDP-06] a number on the blacklist can neither call in nor be called, and both leave a record that says so', async () => {
  house.catalogue.learn([blacklist({ db })]);
  const [tenant, ana] = await aTeam(1);
  await db.tenant({ tenantId: tenant.tenantId }, (tx) =>
    sql`insert into blacklist_entry (pattern, is_shape, scopes) values ('52551234', true, '{call}')`.execute(tx.as()),
  );
  const caller = await house.callsIn(tenant);
  expect(telephony.leg(caller)!.end).toMatchObject({ cause: 'refused', sipStatus: 614 });
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ direction: 'inbound', refusal: 814, ended: true }]);
  const phone = house.dials(ana, '5512345678');
  await house.settled();
  expect(telephony.leg(phone)!.end).toMatchObject({ cause: 'refused', sipStatus: 614 });
  await soon(async () =>
    (await house.records(tenant.tenantId)).map(({ direction, refusal }) => `${direction} ${refusal}`).toSorted(),
  ).toEqual(['inbound 814', 'outbound 814']);
  expect(house.agentNow(ana).whyNotRoutable).toBeNull();
});

test('[CALL-04] a colleague who is not available is never rung, one who is free is, and a late caller leaves nobody reserved', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const eating = await house.anAgent(tenant.tenantId, {}, { isReady: false });
  const refused = house.dials(ana, eating.sipNum);
  await house.settled();
  expect(telephony.leg(refused)!.end).toMatchObject({ sipStatus: 692 });
  expect(telephony.ringing(eating.sipNum)).toBeUndefined();
  const phone = house.dials(ana, budi.sipNum);
  const bell = await house.rings(budi);
  expect(telephony.shown(bell)!.headers).toMatchObject({
    [CallHeader.direction]: 'internal',
    [CallHeader.customerNumber]: ana.sipNum,
  });
  const sofia = await house.anAgent(tenant.tenantId);
  const busy = house.dials(sofia, budi.sipNum);
  await house.settled();
  expect(telephony.leg(busy)!.end).toMatchObject({ sipStatus: 693 });
  telephony.hangsUp(phone);
  await house.settled();
  await soon(() => house.agentNow(budi).whyNotRoutable).toBeNull();
  const late = house.dials(ana, budi.sipNum);
  telephony.hangsUp(late);
  await house.settled();
  await soon(() => house.agentNow(budi).whyNotRoutable).toBeNull();
  expect(telephony.ringing(budi.sipNum)).toBeUndefined();
});

test('nobody stays in a call that is over, even if its end was lost on the way', async () => {
  const [, ana] = await aTeam(1);
  await house.board.send(ana, { type: 'callBegan', callId: 'long-over', nowMs: house.clock.nowMs() });
  expect(house.agentNow(ana).whyNotRoutable).toBe('inCall');
  await house.pass(15_000);
  // Its end may be on its way, with the work after it.
  expect([house.agentNow(ana).whyNotRoutable, house.problems.length]).toEqual(['inCall', 0]);
  await house.pass(15_000);
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe(null);
  // Worth a look: nothing else in these tests may warn.
  expect(house.problems.splice(0)).toHaveLength(1);
});

test('[CALL-09] [CALL-26] a supervisor listens and whispers; the customer never hears it; all of it is told to the board', async () => {
  const [tenant, ana] = await aTeam(1);
  const sofia = await house.anAgent(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] });
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const uuid = await house.callIdOf(ana);
  const start = { sipNumber: sofia.sipNum, uuid, asmIp: 'node-elsewhere', cmsIp: '', action: 'listen' as const };
  await expect(ask.monitorStart(sofia.caller(), start)).rejects.toThrow('notAllowed');
  await expect(ask.monitorStart(sofia.caller(), { ...start, asmIp: '', sipNumber: ana.sipNum })).rejects.toThrow(
    'notAllowed',
  );
  expect(await ask.monitorStart(sofia.caller(), { ...start, asmIp: house.exchange.node })).toMatchObject({
    sipNum: ana.sipNum,
    uuid,
    action: 'listen',
    fsIp: house.exchange.node,
    agent: ana.name,
    cidNumber: '525512345678',
    countryCode: '52',
  });
  const ear = await house.rings(sofia);
  expect(telephony.shown(ear)!.headers).toMatchObject({ [CallHeader.eavesdropTarget]: uuid });
  await house.takes(sofia);
  expect(telephony.leg(ear)!.base).toEqual({ at: 'monitor', target: phone, mode: 'listen' });
  expect(house.agentNow(sofia).whyNotRoutable).toBe('monitoring');
  telephony.presses(ear, '2');
  await house.settled();
  telephony.says(ear, [700]);
  expect([telephony.hearsHz(phone).includes(700), telephony.hearsHz(caller).includes(700)]).toEqual([true, false]);
  telephony.presses(ear, '0');
  await house.settled();
  expect(telephony.hearsHz(phone)).not.toContain(700);
  expect(await ask.monitorMode(sofia.caller(), { callId: uuid, mode: 'barge' })).toMatchObject({
    calls: [{ state: 'monitoring', monitorMode: 'barge' }],
  });
  await house.settled();
  expect(telephony.hearsHz(caller)).toContain(700);
  telephony.hangsUp(caller);
  await house.settled();
  expect(telephony.leg(ear)!.at).toBe('ended');
  await soon(() => house.agentNow(sofia).monitoring).toBe(false);
  await soon(async () =>
    (await house.records(tenant.tenantId))[0]!.events.filter((type) => type === 'monitored'),
  ).toHaveLength(4);
});

test('[CC-09] a supervisor barges in, or takes over, with one order; the agent is told and wraps up, the supervisor has the customer', async () => {
  const [tenant, ana] = await aTeam(1);
  const sofia = await house.anAgent(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] });
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const uuid = await house.callIdOf(ana);
  const start = { sipNumber: sofia.sipNum, uuid, asmIp: '', cmsIp: '', action: 'listen' as const };
  await expect(ask.monitorTakeOver(sofia.caller(), { callId: uuid })).rejects.toThrow('notFound');
  await ask.monitorStart(sofia.caller(), { ...start, part: 'barge' });
  const barging = await house.takes(sofia);
  expect(telephony.leg(barging)!.base).toEqual({ at: 'monitor', target: phone, mode: 'barge' });
  await ask.monitorStop(sofia.caller(), { callId: uuid });
  await soon(() => house.agentNow(sofia).monitoring).toBe(false);

  await ask.monitorStart(sofia.caller(), { ...start, part: 'takeOver' });
  const taking = await house.takes(sofia);
  await soon(() => telephony.leg(phone)!.at).toBe('ended');
  telephony.says(taking, [700]);
  expect(telephony.hearsHz(caller)).toContain(700);
  await soon(() => house.agentNow(sofia)).toMatchObject({ monitoring: false, call: { callId: uuid, at: 'talking' } });
  expect(house.agentNow(ana).wrapUp?.callId).toBe(uuid);
  expect(await house.live(sofia)).toMatchObject([{ role: 'agent', state: 'talking', monitorMode: null }]);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select body from outbox where kind = 'calls.warned' and user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect(rows).toEqual([{ body: { callId: uuid, what: 'takenOver' } }]);
  telephony.hangsUp(caller);
  await house.settled();
  await soon(async () =>
    (await house.records(tenant.tenantId))[0]!.events.filter((type) => ['transferred', 'answered'].includes(type)),
  ).toEqual(['answered', 'transferred', 'answered']);
});

test('[CALL-09] an agent learns who listens only where the organisation tells agents so, and from then on also in a call that goes on', async () => {
  const [tenant, ana] = await aTeam(1);
  const sofia = await house.anAgent(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] });
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const uuid = await house.callIdOf(ana);
  const order = { sipNumber: sofia.sipNum, uuid, asmIp: '', cmsIp: '', action: 'listen' as const };
  await ask.monitorStart(sofia.caller(), order);
  await house.takes(sofia);
  expect((await house.live(ana))[0]!.monitoredBy).toEqual([]);
  await db.tenant({ tenantId: tenant.tenantId }, (tx) =>
    sql`with set as (insert into tenant_setting (name, value) values ('TellAgentsWhenMonitored', 'true')) select pg_notify(${CALL_SETTINGS_CHANNEL}, ${String(tenant.tenantId)})`.execute(
      tx.as(),
    ),
  );
  const name = house.agentNow(sofia).name;
  await soon(async () => (await house.live(ana))[0]!.monitoredBy).toEqual([{ name, mode: 'listen' }]);
  expect((await house.live(sofia))[0]!.monitoredBy).toEqual([]);
  await ask.monitorStop(sofia.caller(), { callId: uuid });
  await soon(async () => (await house.live(ana))[0]!.monitoredBy).toEqual([]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CC-09] the desk tells who looks of every step of a call, and lists those that go on', async () => {
  const [tenant, ana] = await aTeam(1);
  const seen: string[] = [];
  const stop = desk.onChange((call) => void (call.tenantId === tenant.tenantId && seen.push(call.at)));
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  expect(desk.ofTenant(tenant.tenantId)).toMatchObject([{ call: { at: 'talking' }, mos: null }]);
  expect(desk.ofTenant(tenant.tenantId + 1_000_000)).toEqual([]);
  telephony.hangsUp(caller);
  await house.settled();
  expect(desk.ofTenant(tenant.tenantId)).toEqual([]);
  expect([seen.includes('queued'), seen.includes('talking'), seen.at(-1)]).toEqual([true, true, 'over']);
  stop();
});

test('[CALL-10] the limits of the tenant are kept by the server: hold comes back, the call ends', async () => {
  const [tenant, ana] = await aTeam(1, { settings: { maxDurationOfSingleCall: '100', maxCallHoldTime: '30' } });
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  telephony.holds(phone);
  await house.settled();
  expect(await house.live(ana)).toMatchObject([
    { held: 'customer', holdEndsMs: house.clock.nowMs() + 30_000, callEndsMs: house.clock.nowMs() + 100_000 },
  ]);
  await house.pass(29_000);
  expect(telephony.leg(caller)!.base.at).toBe('hold');
  await house.pass(1_000);
  expect(telephony.leg(caller)!.base.at).toBe('bridge');
  await house.pass(70_000);
  expect([telephony.leg(caller)!.at, telephony.leg(phone)!.at]).toEqual(['ended', 'ended']);
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ ended_by: 'server' }]);
});

test('[CC-17] a limit the tenant changes is obeyed by calls that go on', async () => {
  const [tenant, ana] = await aTeam(1, { settings: { maxCallHoldTime: '300' } });
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  telephony.holds(phone);
  await house.settled();
  await db.tenant({ tenantId: tenant.tenantId }, (tx) =>
    sql`with set as (update tenant_setting set value = '30' where name = 'maxCallHoldTime') select pg_notify(${CALL_SETTINGS_CHANNEL}, ${String(tenant.tenantId)})`.execute(
      tx.as(),
    ),
  );
  await soon(() => house.live(ana)).toMatchObject([{ holdEndsMs: house.clock.nowMs() + 30_000 }]);
  await house.pass(30_000);
  expect(telephony.leg(caller)!.base.at).toBe('bridge');
});

test('[CALL-23] after the hang-up the customer is asked, and the key is in the record', async () => {
  const [tenant, ana] = await aTeam(1, { settings: { satisfactionSurveyModel: '2' } });
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  expect(await ask.survey(ana.caller(), { callId })).toMatchObject({ calls: [{ surveyArmed: true }] });
  expect(await ask.hangUp(ana.caller(), { callId })).toEqual({ calls: [] });
  await house.settled();
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  expect(telephony.leg(caller)!.at).toBe('answered');
  telephony.presses(caller, '5');
  await house.pass(30_000);
  expect(telephony.leg(caller)!.at).toBe('ended');
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ survey_score: 5, ended_by: 'agent' }]);
});

test('[CC-16] a caller who presses 1 keeps the place; the agent is rung first, then the customer', async () => {
  const [tenant] = await aTeam(0, { allowCallback: true });
  const caller = await house.callsIn(tenant);
  telephony.presses(caller, '1');
  await house.pass(20_000);
  expect(telephony.leg(caller)!.at).toBe('ended');
  await soon(() => house.queues.waiting(tenant.tenantId)).toMatchObject([
    { kind: 'callback', customerNumber: '525512345678' },
  ]);
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  telephony.declines(await house.rings(ana));
  await soon(() => house.agentNow(ana).call).toBeNull();
  await house.pass(10_000);
  for (const status of [AgentStatus.eating, AgentStatus.available])
    await house.board.send(ana, { type: 'statusChosen', status, nowMs: house.clock.nowMs() });
  const phone = await house.takes(ana);
  await soon(() => telephony.ringTo('525512345678')).toBeTruthy();
  const customer = telephony.ringTo('525512345678')!;
  telephony.picksUp(customer);
  await house.settled();
  expect(telephony.leg(customer)!.base).toEqual({ at: 'bridge', partners: [phone] });
  telephony.hangsUp(customer);
  await house.settled();
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  await soon(() => house.records(tenant.tenantId)).toHaveLength(2);
  const [asked, kept] = await house.records(tenant.tenantId);
  expect(kept).toMatchObject({ direction: 'outbound', callback_of: asked!.call_id });
});

test('a phone that is lost puts the customer back in line, and the next agent gets them', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const caller = await house.callsIn(tenant);
  await soon(() => [ana, budi].filter(({ sipNum }) => telephony.ringing(sipNum))).toHaveLength(1);
  const [one, other] = telephony.ringing(ana.sipNum) ? [ana, budi] : [budi, ana];
  const phone = await house.takes(one);
  telephony.loses(phone);
  const next = await house.takes(other);
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [next] });
  telephony.hangsUp(caller);
  await house.settled();
  expect(desk.viewsOf(tenant.tenantId, other.userId)).toEqual([]);
});

test('[CALL-25] an agent whose account says so is not recorded and has no wrap-up', async () => {
  const [tenant, ana] = await aTeam(1);
  await db.everyTenant('switches', (tx) =>
    sql`update agent set record_calls = false, wrap_up = false where user_id = ${ana.userId}`.execute(tx.as()),
  );
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  telephony.hangsUp(caller);
  await house.settled();
  await soon(() => house.agentNow(ana).whyNotRoutable).toBeNull();
  expect(telephony.log.filter(({ command, args }) => command === 'record' && args[0] === caller)).toEqual([]);
});

test('a sign-out by force in a call puts the customer back in line', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  await telephony.forget(ana.sipNum);
  await soon(() => house.queues.waiting(tenant.tenantId)).toHaveLength(1);
  expect(telephony.leg(caller)!.base.at).toBe('hold');
  telephony.hangsUp(caller);
  await house.settled();
});
