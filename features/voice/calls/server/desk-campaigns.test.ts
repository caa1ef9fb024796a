import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { AnswererEar, HeardAnswerer } from '#core/call/answerer-ear.port.ts';
import type { CampaignCallEvent, CampaignGoal } from '#core/call/campaign-call.ts';
import { noRecordingRules } from '#core/call/recording-rules.ts';
import type { FlowCall, FlowHost } from '#core/flow/flow-host.port.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { houseOfTests, soon, type House } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const flowCalls: FlowCall[] = [];
const flows: FlowHost = {
  async begin(call) {
    flowCalls.push(call);
    return { key: () => {}, callerGone: () => {}, stop: () => {} };
  },
};
/** What the ear of a test hears is said by the test. */
const heardLines: ((answerer: HeardAnswerer) => void)[] = [];
let stopped = 0;
const ear: AnswererEar = {
  listen(_stream, onAnswerer) {
    heardLines.push(onAnswerer);
    return () => void (stopped += 1);
  },
};
const { db, house, aTeam } = await houseOfTests({ flows, ear });
const { telephony, desk } = house;
const { campaigns } = desk;

const campaignEvents = new Map<string, CampaignCallEvent[]>();
campaigns.onEvent(
  (event) => void campaignEvents.set(event.callId, [...(campaignEvents.get(event.callId) ?? []), event]),
);
const eventTypes = (callId: string): string[] => (campaignEvents.get(callId) ?? []).map(({ type }) => type);

const toAgents: CampaignGoal = {
  kind: 'agents',
  groupId: null,
  machine: { rule: 'connect' },
  abandonedSoundId: null,
};

let dialled = 0;

/** A campaign of the house calls somebody, by a plan as the engine of campaigns makes it. */
async function dials(tenant: House, then: CampaignGoal = toAgents) {
  await db.everyTenant('a route for programs', (tx) =>
    sql`update router set type = ${RouteType.outbound} where tenant_id = ${tenant.tenantId}`.execute(tx.as()),
  );
  const number = `5255${String(60_000_000 + (dialled += 1))}`;
  const [way] = await house.plans.autoDialMany(tenant.tenantId, [{ number }]);
  if (!way || 'refused' in way) throw new Error(`no way: ${way?.refused}`);
  const callId = randomUUID();
  campaigns.dial({
    ...way,
    callId,
    tenantId: tenant.tenantId,
    ringMs: 20_000,
    task: { taskId: '7', taskName: 'Renewals – autumn', customerId: null },
    customerName: 'Íñigo Paz',
    language: 'es-MX',
    settings: { ...way.settings, recordingRules: noRecordingRules },
    goal: then,
  });
  await soon(() => telephony.ringTo(number)).toBeTruthy();
  return { callId, number, customer: telephony.ringTo(number)! };
}

async function picksUp(tenant: House, then?: CampaignGoal) {
  const call = await dials(tenant, then);
  telephony.rings(call.customer);
  telephony.picksUp(call.customer);
  await house.settled();
  return call;
}

const placesTaken = async ({ tenantId }: House): Promise<number> =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<{
        count: number;
      }>`select count(*)::int count from call_attempt where tenant_id = ${tenantId} and ended_at is null`.execute(
        tx.as(),
      ),
    )
  ).rows[0]!.count;

const record = async ({ tenantId }: House) => {
  await desk.settled();
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      outcome: number;
      user_id: number | null;
      task_id: string;
      task_name: string;
      router_id: number;
      ended: boolean;
    }>`select outcome, user_id, task_id, task_name, router_id, ended_at is not null ended from call_record where tenant_id = ${tenantId} order by id desc limit 1`.execute(
      tx.as(),
    ),
  );
  return rows[0];
};

test('a campaign dials, an agent is led to whoever answers, their phone is told to answer, and everything is theirs', async () => {
  const [tenant, ana] = await aTeam(1);
  const { callId, customer } = await dials(tenant);
  expect(telephony.shown(customer)).toMatchObject({ timeoutMs: 20_000, sipCallId: callId });
  expect(await placesTaken(tenant)).toBe(1);
  await soon(() => record(tenant)).toMatchObject({
    user_id: null,
    task_id: '7',
    task_name: 'Renewals – autumn',
    ended: false,
  });
  expect((await record(tenant))?.router_id).toBeGreaterThan(0);
  telephony.rings(customer);
  expect(await campaigns.offer(tenant.tenantId, callId, ana.userId), 'before the answer').toBe(false);
  telephony.picksUp(customer);
  await house.settled();
  expect(eventTypes(callId)).toEqual(['rang', 'answered']);
  expect(await campaigns.offer(tenant.tenantId, callId, ana.userId)).toBe(true);
  const leg = await house.rings(ana);
  expect(telephony.shown(leg)?.headers).toMatchObject({
    [CallHeader.answersItself]: '1',
    'Answer-Mode': 'Auto',
    [CallHeader.direction]: 'outbound',
    [CallHeader.callId]: callId,
    [CallHeader.taskName]: encodeURIComponent('Renewals – autumn'),
    [CallHeader.customerName]: encodeURIComponent('Íñigo Paz'),
  });
  expect(await house.live(ana)).toMatchObject([{ callId, state: 'ringing', taskName: 'Renewals – autumn' }]);
  await house.takes(ana);
  expect(eventTypes(callId)).toEqual(['rang', 'answered', 'connected']);
  expect(telephony.leg(customer)!.base).toEqual({ at: 'bridge', partners: [leg] });
  expect(house.agentNow(ana)).toMatchObject({ call: { callId, at: 'talking' } });
  await house.pass(30_000);
  telephony.hangsUp(customer);
  await house.settled();
  expect(campaignEvents.get(callId)?.at(-1)).toMatchObject({
    type: 'ended',
    tenantId: tenant.tenantId,
    end: { outcome: 'talked', wasAnswered: true, endedBy: 'customer', talkMs: 30_000 },
  });
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe('wrapUp');
  await soon(() => placesTaken(tenant)).toBe(0);
  await soon(() => record(tenant)).toMatchObject({ outcome: CallOutcome.talked, user_id: ana.userId, ended: true });
});

test('nobody in time: the customer is told, the agent who rang is free again and on no break, and 9 is heard', async () => {
  const [tenant, ana] = await aTeam(1);
  const { callId, customer } = await picksUp(tenant);
  expect(await campaigns.offer(tenant.tenantId, callId, ana.userId)).toBe(true);
  await house.rings(ana);
  await house.pass(2_000);
  expect(eventTypes(callId)).toEqual(['rang', 'answered', 'abandoned']);
  expect(telephony.leg(customer)!.playing).toMatchObject({
    playId: 'campaignSorry',
    sound: { prompt: 'campaign.nobody', language: 'es-MX' },
  });
  await soon(() => house.agentNow(ana).whyNotRoutable).toBeNull();
  expect(await campaigns.offer(tenant.tenantId, callId, ana.userId), 'too late').toBe(false);
  telephony.presses(customer, '9');
  await house.pass(10_000);
  expect(eventTypes(callId)).toEqual(['rang', 'answered', 'abandoned', 'optedOut', 'ended']);
  expect(await telephony.legs()).not.toContain(customer);
  await soon(() => record(tenant)).toMatchObject({ outcome: CallOutcome.noAgent, user_id: null, ended: true });
  await soon(() => placesTaken(tenant)).toBe(0);
});

test('an agent who declines is told of, and the next one gets the customer', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const { callId } = await picksUp(tenant);
  expect(await campaigns.offer(tenant.tenantId, callId, ana.userId)).toBe(true);
  expect(await campaigns.offer(tenant.tenantId, callId, budi.userId), 'one at a time').toBe(false);
  telephony.declines(await house.rings(ana));
  await house.settled();
  expect(campaignEvents.get(callId)?.at(-1)).toMatchObject({ type: 'notTaken', userId: ana.userId });
  await soon(() => house.agentNow(ana).whyNotRoutable).toBeNull();
  expect(await campaigns.offer(tenant.tenantId, callId, budi.userId)).toBe(true);
  await house.takes(budi);
  expect(campaignEvents.get(callId)?.at(-1)).toMatchObject({ type: 'connected', userId: budi.userId });
});

test('who is busy, away or of another team is not rung', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const [, stranger] = await aTeam(1);
  await house.board.send(budi, { type: 'statusChosen', status: AgentStatus.onBreak, nowMs: house.clock.nowMs() });
  const one = await picksUp(tenant);
  const offers = (callId: string, userId: number) => campaigns.offer(tenant.tenantId, callId, userId);
  expect([await offers(one.callId, budi.userId), await offers(one.callId, stranger.userId)]).toEqual([false, false]);
  expect(await offers(one.callId, ana.userId)).toBe(true);
  await house.takes(ana);
  const two = await picksUp(tenant);
  expect(await offers(two.callId, ana.userId), 'she talks').toBe(false);
});

test('a call that rings is taken back, one that talks is not, and `now` ends it', async () => {
  const [tenant, ana] = await aTeam(1);
  const ringing = await dials(tenant);
  campaigns.end(tenant.tenantId, ringing.callId, 'withdrawn');
  await house.settled();
  expect(campaignEvents.get(ringing.callId)).toMatchObject([
    { type: 'ended', end: { cause: 'cancelled', wasAnswered: false } },
  ]);
  await soon(() => placesTaken(tenant)).toBe(0);
  const { callId } = await picksUp(tenant);
  await campaigns.offer(tenant.tenantId, callId, ana.userId);
  await house.takes(ana);
  campaigns.end(tenant.tenantId, callId, 'withdrawn');
  expect(eventTypes(callId).at(-1)).toBe('connected');
  campaigns.end(tenant.tenantId + 1, callId, 'now');
  expect(eventTypes(callId).at(-1), 'not of another team').toBe('connected');
  campaigns.end(tenant.tenantId, callId, 'now');
  expect(campaignEvents.get(callId)?.at(-1)).toMatchObject({
    type: 'ended',
    end: { outcome: 'talked', endedBy: 'server' },
  });
});

test('nobody answers: the campaign learns that it rang, how long, and that we gave up', async () => {
  const [tenant] = await aTeam(0);
  const { callId, customer } = await dials(tenant);
  telephony.rings(customer);
  await house.pass(20_000);
  expect(campaignEvents.get(callId)?.at(-1)).toMatchObject({
    type: 'ended',
    end: { outcome: 'noAnswer', cause: 'noAnswer', gaveUp: true, rangMs: 20_000, wasAnswered: false, talkMs: 0 },
  });
  await soon(() => placesTaken(tenant)).toBe(0);
});

test('where machines are listened for, one is hung up on before anybody is offered, and a person is not', async () => {
  const [tenant] = await aTeam(0);
  const listens: CampaignGoal = {
    kind: 'agents',
    groupId: null,
    machine: { rule: 'hangUp' },
    abandonedSoundId: null,
  };
  const machine = await picksUp(tenant, listens);
  await soon(() => heardLines.length).toBe(1);
  expect(eventTypes(machine.callId)).toEqual(['rang']);
  heardLines[0]!({ is: 'speech' });
  heardLines[0]!({ is: 'machine' });
  await house.settled();
  expect(eventTypes(machine.callId)).toEqual(['rang', 'machine', 'ended']);
  expect(await telephony.legs()).not.toContain(machine.customer);
  await soon(() => record(tenant)).toMatchObject({ outcome: CallOutcome.machine, ended: true });
  const person = await picksUp(tenant, listens);
  await soon(() => heardLines.length).toBe(2);
  heardLines[1]!({ is: 'person', silentMs: 900 });
  expect(eventTypes(person.callId)).toEqual(['rang', 'answered']);
  await soon(() => stopped).toBe(2);
  expect(telephony.leg(person.customer)!.stream).toBeNull();
  await house.pass(1_100);
  expect(eventTypes(person.callId)).toEqual(['rang', 'answered', 'abandoned']);
  campaigns.end(tenant.tenantId, person.callId, 'now');
});

test('a flow talks to whoever answers, and knows the columns of the list', async () => {
  const [tenant, ana] = await aTeam(1);
  const { callId, number } = await picksUp(tenant, {
    kind: 'flow',
    flowId: 12,
    fallbackGroupId: null,
    machine: { rule: 'connect' },
    values: { debt: '120.50' },
  });
  await soon(() => flowCalls.find((call) => call.callId === callId)).toMatchObject({
    flowId: 12,
    number,
    language: 'es-MX',
    values: { debt: '120.50' },
  });
  const { hands } = flowCalls.find((call) => call.callId === callId)!;
  const answer = hands.transfer({ kind: 'agent', userId: ana.userId }, 20_000);
  expect(telephony.shown(await house.rings(ana))?.headers?.[CallHeader.answersItself]).toBeUndefined();
  await house.takes(ana);
  expect(await answer).toEqual({ ok: true, what: 'done' });
  expect(campaignEvents.get(callId)?.at(-1)).toMatchObject({ type: 'connected', userId: ana.userId });
});

test('[TASK-02] a flow begins once a person was heard, and is told so; a machine is hung up on', async () => {
  const [tenant] = await aTeam(0);
  const goal: CampaignGoal = {
    kind: 'flow',
    flowId: 12,
    fallbackGroupId: null,
    machine: { rule: 'hangUp' },
    values: {},
  };
  const before = heardLines.length;
  const person = await picksUp(tenant, goal);
  await soon(() => heardLines.length).toBe(before + 1);
  expect(flowCalls.find(({ callId }) => callId === person.callId)).toBeUndefined();
  heardLines[before]!({ is: 'person', silentMs: 900 });
  await soon(() => flowCalls.find(({ callId }) => callId === person.callId)).toMatchObject({ isPerson: true });
  campaigns.end(tenant.tenantId, person.callId, 'now');
  const machine = await picksUp(tenant, goal);
  await soon(() => heardLines.length).toBe(before + 2);
  heardLines[before + 1]!({ is: 'machine' });
  expect(eventTypes(machine.callId)).toEqual(['rang', 'machine', 'ended']);
  expect(flowCalls.find(({ callId }) => callId === machine.callId)).toBeUndefined();
});

test('when the desk moves to another process its campaign calls are hung up, and nobody is told anything', async () => {
  const [tenant] = await aTeam(0);
  const { callId, customer } = await picksUp(tenant);
  await desk.moveOut(tenant.tenantId);
  await house.pass(5_000);
  expect(eventTypes(callId)).toEqual(['rang', 'answered']);
  expect(await telephony.legs()).not.toContain(customer);
  expect(await campaigns.offer(tenant.tenantId, callId, 1)).toBe(false);
  campaigns.end(tenant.tenantId, callId, 'now');
  expect(eventTypes(callId)).toEqual(['rang', 'answered']);
});

test('a listener that fails keeps neither the call nor others from hearing', async () => {
  const [tenant] = await aTeam(0);
  const stop = campaigns.onEvent(() => {
    throw new Error('a listener that fails');
  });
  const { callId } = await picksUp(tenant);
  stop();
  expect(eventTypes(callId)).toEqual(['rang', 'answered']);
  await soon(() => house.problems.filter((line) => line.includes('a listener that fails')).length).toBeGreaterThan(0);
  house.problems.splice(0, house.problems.length);
  campaigns.end(tenant.tenantId, callId, 'now');
});
