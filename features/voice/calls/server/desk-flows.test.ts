import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { FlowCall, FlowHost } from '#core/flow/flow-host.port.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { flowAnswers, houseOfTests, soon, type House } from './calls.fixture.ts';

/** Flows that do what a test tells them; each call is kept with what happened to it. */
const begun: (FlowCall & { happened: string[] })[] = [];
let isBroken = false;
const flows: FlowHost = {
  async begin(call) {
    if (isBroken) throw new Error('no flow today');
    const happened: string[] = [];
    begun.push({ ...call, happened });
    return {
      key: (key) => void happened.push(key),
      callerGone: () => void happened.push('gone'),
      stop: () => void happened.push('stopped'),
    };
  },
};
/** Where a rule sends the callers of a test. */
let ruled: { kind: 'agent'; userId: number } | null = null;
const { db, house, aTeam } = await houseOfTests({
  flows,
  allocate: async () => ruled,
  beforeStop: async () =>
    void house.problems.splice(
      0,
      house.problems.length,
      ...house.problems.filter((line) => !line.includes('no flow today')),
    ),
});

async function callsFlow(tenant: House) {
  const before = begun.length;
  const flowId = await flowAnswers(db, tenant);
  const leg = await house.callsIn(tenant);
  await soon(() => begun.length).toBe(before + 1);
  return { flowId, leg, call: begun.at(-1)! };
}

test('[CC-07] a published flow answers its number, hears keys and hangs up; the call counts as one of an AI agent', async () => {
  const [tenant] = await aTeam(0);
  const { flowId, leg, call } = await callsFlow(tenant);
  expect(call).toMatchObject({ tenantId: tenant.tenantId, flowId, number: '525512345678', ourNumber: tenant.did });
  house.telephony.presses(leg, '7');
  await soon(() => call.happened).toEqual(['7']);
  call.hands.hangUp();
  await house.settled();
  expect(await house.telephony.legs()).not.toContain(leg);
  await soon(() => house.records(tenant.tenantId)).toMatchObject([{ outcome: CallOutcome.talked, ended: true }]);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select ai_or_cc from call_record where tenant_id = ${tenant.tenantId}`.execute(tx.as()),
  );
  expect(rows).toEqual([{ ai_or_cc: 'ai' }]);
});

test('[CC-12] when the desk moves to another process, the flow on a call stops and the caller is hung up', async () => {
  const [tenant] = await aTeam(0);
  const { leg, call } = await callsFlow(tenant);
  await house.desk.moveOut(tenant.tenantId);
  await soon(() => call.happened).toEqual(['stopped']);
  expect(await house.telephony.legs()).not.toContain(leg);
});

test('[CC-07] a caller who hangs up is told to the flow once', async () => {
  const [tenant] = await aTeam(0);
  const { leg, call } = await callsFlow(tenant);
  house.telephony.hangsUp(leg);
  await soon(() => call.happened).toEqual(['gone']);
});

describe('[CC-07] a flow hands its caller on', () => {
  test('to an agent, who talks to them', async () => {
    const [tenant, ana] = await aTeam(1);
    const { call } = await callsFlow(tenant);
    const answer = call.hands.transfer({ kind: 'agent', userId: ana.userId }, 20_000);
    await house.takes(ana);
    expect(await answer).toEqual({ ok: true, what: 'done' });
    expect(await house.live(ana)).toMatchObject([{ state: 'talking' }]);
  });

  test('to an agent who is busy or does not answer: it goes on, and the agent is free again', async () => {
    const [tenant, ana] = await aTeam(1);
    const { leg, call } = await callsFlow(tenant);
    const answer = call.hands.transfer({ kind: 'agent', userId: ana.userId }, 20_000);
    await house.rings(ana);
    await house.pass(21_000);
    expect(await answer).toEqual({ ok: false, why: 'noAnswer' });
    await soon(() => house.agentNow(ana).call).toBeNull();
    expect(await house.telephony.legs()).toContain(leg);
  });

  test('to a group, whose agent gets them', async () => {
    const [tenant, ana] = await aTeam(1);
    const { call } = await callsFlow(tenant);
    const transferStates: string[] = [];
    const answer = call.hands.transfer({ kind: 'group', groupId: tenant.groupId }, 60_000, (how) =>
      transferStates.push(how),
    );
    await house.takes(ana);
    expect(await answer).toEqual({ ok: true, what: 'done' });
    expect(transferStates).toEqual(['waiting']);
  });

  test('and gets them back without a line: somebody else has the caller, who hears no silence', async () => {
    const [tenant, ana] = await aTeam(1);
    const { call } = await callsFlow(tenant);
    const { openStream } = house.telephony;
    const answer = call.hands.transfer({ kind: 'agent', userId: ana.userId }, 20_000);
    await house.rings(ana);
    house.telephony.openStream = () => Promise.reject(new Error('no flow today: no line'));
    await house.pass(21_000);
    expect(await answer).toEqual({ ok: false, why: 'noAnswer' });
    house.telephony.openStream = openStream;
    // In line for the group of the number.
    await soon(async () => (await house.records(tenant.tenantId))[0]?.events ?? []).toContain('queued');
  });

  test('not to a group or an agent of another tenant', async () => {
    const [tenant] = await aTeam(0);
    const [other, stranger] = await aTeam(1);
    const { call } = await callsFlow(tenant);
    expect(await call.hands.transfer({ kind: 'group', groupId: other.groupId }, 5_000)).toEqual({
      ok: false,
      why: 'unreachable',
    });
    expect(await call.hands.transfer({ kind: 'agent', userId: stranger.userId }, 5_000)).toEqual({
      ok: false,
      why: 'unreachable',
    });
    expect(await call.hands.callback(other.groupId, '5255')).toEqual({ ok: false, why: 'noGroup' });
  });

  test('to a number outside that may be called, and to no other', async () => {
    const [tenant] = await aTeam(0);
    const { call } = await callsFlow(tenant);
    expect(await call.hands.transfer({ kind: 'number', number: '911' }, 5_000)).toEqual({
      ok: false,
      why: 'unreachable',
    });
    const answer = call.hands.transfer({ kind: 'number', number: '525544443333' }, 20_000);
    await soon(() => house.telephony.ringTo('525544443333')).toBeTruthy();
    house.telephony.picksUp(house.telephony.ringTo('525544443333')!);
    expect(await answer).toEqual({ ok: true, what: 'done' });
  });
});

describe('[CC-07] whatever a flow waits for', () => {
  const asks: [
    string,
    (call: FlowCall, tenant: House, userId: number) => Promise<unknown>,
    (agent: Parameters<typeof house.rings>[0]) => Promise<unknown>,
  ][] = [
    [
      'an agent rings',
      ({ hands }, _tenant, userId) => hands.transfer({ kind: 'agent', userId }, 20_000),
      (agent) => house.rings(agent),
    ],
    [
      'the caller stands in line',
      ({ hands }, { groupId }) => hands.transfer({ kind: 'group', groupId }, 60_000),
      (agent) => house.rings(agent),
    ],
    [
      'a number rings',
      ({ hands }) => hands.transfer({ kind: 'number', number: '525544447777' }, 20_000),
      () => soon(() => house.telephony.ringTo('525544447777')).toBeTruthy(),
    ],
    ['a message is left', ({ hands }) => hands.voicemail('main', 60_000), () => house.pass(3_000)],
  ];

  test.each(asks)('while %s, a caller who hangs up is gone for it, and nobody is kept', async (_, ask, until) => {
    const [tenant, ana] = await aTeam(1);
    const { leg, call } = await callsFlow(tenant);
    void ask(call, tenant, ana.userId);
    await until(ana);
    house.telephony.presses(leg, '5');
    house.telephony.hangsUp(leg);
    await soon(() => call.happened).toContain('gone');
    await soon(() => house.agentNow(ana).call).toBeNull();
    await soon(async () => (await house.records(tenant.tenantId))[0]?.ended).toBe(true);
  });

  test('a flow that ends while its caller stands in line leaves nobody on a silent line', async () => {
    const [tenant] = await aTeam(0);
    const { leg, call } = await callsFlow(tenant);
    const answer = call.hands.transfer({ kind: 'group', groupId: tenant.groupId }, 20_000);
    await soon(async () => (await house.records(tenant.tenantId))[0]?.events ?? []).toContain('queued');
    call.hands.hangUp();
    await house.pass(21_000);
    await answer;
    await soon(async () => house.telephony.legs()).not.toContain(leg);
  });
});

test('[CC-07] a flow that cannot begin loses nobody: its caller stands in line for the group of the number', async () => {
  const [tenant, ana] = await aTeam(1);
  await flowAnswers(db, tenant);
  isBroken = true;
  await house.callsIn(tenant);
  await house.rings(ana);
  isBroken = false;
});

test('[CC-07] a number whose flow is not published leads to its group', async () => {
  const [tenant, ana] = await aTeam(1);
  const flowId = await flowAnswers(db, tenant);
  await db.everyTenant('takes it back', (tx) =>
    sql`update flow set published_version = null where id = ${flowId}`.execute(tx.as()),
  );
  await house.callsIn(tenant);
  await house.rings(ana);
});

describe('[CC-08] a rule sends a caller to one agent', () => {
  test('who is rung, alone, and talks to them', async () => {
    const [tenant, ana, budi] = await aTeam(2);
    ruled = { kind: 'agent', userId: budi.userId };
    await house.callsIn(tenant);
    ruled = null;
    await house.takes(budi);
    expect(house.telephony.ringing(ana.sipNum)).toBeUndefined();
    await soon(() => house.live(budi)).toMatchObject([{ state: 'talking' }]);
  });

  test('who does not answer: the group of the number is asked', async () => {
    const [tenant, ana] = await aTeam(1);
    const budi = await house.anAgent(tenant.tenantId);
    ruled = { kind: 'agent', userId: budi.userId };
    await house.callsIn(tenant);
    ruled = null;
    await house.rings(budi);
    await house.pass(26_000);
    await house.takes(ana);
  });

  test('who is away: nobody waits for them', async () => {
    const [tenant, ana] = await aTeam(1);
    const budi = await house.anAgent(tenant.tenantId, {}, { isReady: false });
    ruled = { kind: 'agent', userId: budi.userId };
    await house.callsIn(tenant);
    ruled = null;
    await house.takes(ana);
  });
});
