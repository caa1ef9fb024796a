import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { campaignsRepo, membersRepo } from '#features/outbound/campaigns/server/index.ts';
import { numberOf } from '#features/outbound/preview/server/preview.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { flowTalksApi } from '#features/flows/flow-talks/contract.ts';
import { aMember, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { callEvents } from './ai-calls.ts';
import { aTeamOfFlows } from './ai-tasks.fixture.ts';
import { callHandlers, type AiCallsAtHome } from './call-handlers.ts';
import { flowCallers, talkEvents } from './flow-callers.ts';

const server = await testServer();
// Calls are made by hand here: nobody dials, or ends what seems to be left over.
await server.built.stopFeatures();
afterAll(server.close);
vi.setConfig({ testTimeout: 120_000 });
const { db } = server.world;

test('[TASK-02] [TASK-04] a customer’s order is to be started, incomplete, completed, paused or stopped', async () => {
  const { planner, aTask, customers, aCall, post, rows, get } = await aTeamOfFlows(server);
  const id = await aTask(6);
  const [waits, called, done, aside, stopped, again] = await customers(id);
  await aCall(called!, { status: LiveCallStatus.ringing });
  await rows(
    sql`update campaign_customer set task_state = 1, closed_by = 'result', result = 1, attempts = 1 where id = ${done!.id}`,
  );
  await rows(sql`update campaign set completed = 1 where id = ${id}`);
  const operate = async (what: string, ...ids: number[]) =>
    (await post(planner, 'callCustomerOperate', { id, customerIds: ids, operate: what })).data?.changed;
  expect(await operate('pause', aside!.id)).toBe(1);
  expect(await operate('stop', stopped!.id, again!.id)).toBe(2);
  expect(await operate('callAgain', again!.id)).toBe(1);
  const orders = async (): Promise<number[]> => (await customers(id)).map(({ orderStatus }) => orderStatus);
  expect(await orders()).toEqual([0, 1, 2, 3, 4, 0]);
  for (const [status, ids] of [
    [0, [waits!.id, again!.id]],
    [1, [called!.id]],
    [2, [done!.id]],
    [3, [aside!.id]],
    [4, [stopped!.id]],
  ] as const)
    expect((await customers(id, { orderStatus: status })).map((one) => one.id)).toEqual(ids);
  expect(await operate('resume', aside!.id)).toBe(1);
  expect(await operate('callNow', done!.id), 'also whoever was done with').toBe(1);
  const first = (await customers(id)).find((one) => one.id === done!.id);
  expect(first).toMatchObject({ orderStatus: 1, priority: 9, closedBy: null });
  expect((await get(planner, 'detail', { id })).data).toMatchObject({ customers: 6, completed: 1 });
  for (const move of ['start', 'stop']) await post(planner, 'updateStatus', { id, move });
  expect(await orders(), 'the whole task was stopped').toEqual([4, 4, 4, 4, 4, 4]);
});

test('[TASK-02] calls are found by what came of them, by whom they went to and by what was said', async () => {
  const { planner, aTask, customers, calls, aCall, aTalk, get, post, tenantId, rows } = await aTeamOfFlows(server);
  const id = await aTask(3, {}, 60);
  const [one, two, three] = await customers(id);
  const talked = await aCall(one!, { result: AiCallResult.communicated });
  await aTalk(talked.callId, AiCallResult.communicated);
  await aCall(two!, { status: FinalCallStatus.ringNotAnswered, result: AiCallResult.notAnswered });
  const live = await aCall(three!, { status: LiveCallStatus.talking });
  await aTalk(live.callId, null);
  expect(await calls(id)).toMatchObject([
    { status: 5, completionStatus: 5, connectionStatus: 5, condition: 1, result: null, isOver: false },
    { status: 24, completionStatus: 6, connectionStatus: 0, condition: 2, result: 9, isOver: true, talkId: null },
    { status: 10, completionStatus: 6, condition: 1, result: 1, turns: 1, talkSec: 30, phone: numberOf(60) },
  ]);
  const found = async (more: Record<string, string | number>) =>
    (await calls(id, more)).map(({ memberId }) => memberId);
  expect(await found({ condition: 2 })).toEqual([two!.id]);
  expect(await found({ status: 24 })).toEqual([two!.id]);
  expect(await found({ result: 1 })).toEqual([one!.id]);
  expect(await found({ live: 'true' })).toEqual([three!.id]);
  expect(await found({ memberId: two!.id })).toEqual([two!.id]);
  expect(await found({ words: numberOf(62).slice(0, 12) })).toEqual([three!.id]);
  const among = async (more: Record<string, string | number>) => (await customers(id, more)).map((one) => one.id);
  expect(await among({ words: 'customer 61' })).toEqual([two!.id]);
  expect(await among({ words: numberOf(62) })).toEqual([three!.id]);
  expect(await among({ words: 'customer', orderStatus: 1 })).toEqual([three!.id]);
  expect((await customers(id))[0]).toMatchObject({
    lastCall: { attemptId: talked.attemptId, status: 10, result: 1 },
    collected: { amount: '$40', day: 'Friday' },
  });
  const transcript = await get(planner, 'conversationMessages', { attemptId: talked.attemptId });
  expect(transcript.data).toMatchObject({ last: 3, isOver: true });
  expect(transcript.data.messages).toHaveLength(3);
  const since = await get(planner, 'conversationMessages', { attemptId: live.attemptId, after: 2 });
  expect(since.data).toMatchObject({ isOver: false, messages: [{ msgInfo: { confidence: 1 } }] });
  const conversation = async (more: object) => (await post(planner, 'conversation', { ...talked, ...more })).data;
  expect(await conversation({})).toMatchObject({
    conversationType: 3,
    flowName: 'Reminder',
    variables: { day: 'Friday' },
    messages: [{ msgInfo: { text: 'Hello. You owe $40.' } }, {}],
  });
  expect((await conversation({ show: 'all' })).messages).toHaveLength(3);
  expect((await conversation({ by: 'customer' })).messages).toHaveLength(1);
  expect((await conversation({ words: 'you OWE' })).messages).toHaveLength(1);
  // Nobody of our customers: the list alone knows the name that the flow says.
  await rows(
    sql`update flow_talk set variables = variables || '{"who": "Customer 60"}' where call_id = ${talked.callId}`,
  );
  await rows(sql`update flow_talk_message m set info = '{"text": "Hello, customer 60."}' from flow_talk t
    where t.id = m.talk and t.call_id = ${talked.callId} and m.no = 2`);
  const masked = await aMember(db, tenantId, { functions: ['ai-tasks.view'], needsMasking: true });
  const shown = JSON.stringify([
    (await post(masked, 'conversation', { attemptId: talked.attemptId, show: 'all' })).data,
    (await get(masked, 'conversationMessages', { attemptId: talked.attemptId })).data,
    (await get(masked, 'customerPage', { id })).data,
    (await get(masked, 'callPage', { id })).data,
  ]);
  expect(shown).not.toMatch(new RegExp(`1234 5678|${numberOf(60)}|Lucía|customer 60`, 'i'));
});

test('[SEC-01] who sees stars reads a name that stands in the list alone nowhere among conversations', async () => {
  const { tenantId, planner, aTask, customers, aCall, aTalk, rows } = await aTeamOfFlows(server);
  const id = await aTask(1);
  const [customer] = await customers(id);
  await rows(sql`update campaign_customer set name = 'Zenobia Quintanar' where campaign_id = ${id}`);
  const { callId } = await aCall(customer!);
  await aTalk(callId, AiCallResult.communicated);
  await rows(
    sql`update flow_talk_message set info = '{"text": "Hello Zenobia, is this Zenobia Quintanar?"}' where no = 2`,
  );
  const functions = ['flow-talks.view'];
  const [seer, masked] = [
    await aMember(db, tenantId, { functions }),
    await aMember(db, tenantId, { functions, needsMasking: true }),
  ];
  const detail = async (who: Member): Promise<string> =>
    JSON.stringify(
      (
        await server.ask('POST', flowTalksApi.detail.path, {
          token: who.token,
          body: { talkId: `talk-${callId}` },
        })
      ).data,
    );
  expect(await detail(seer)).toContain('Zenobia');
  expect(await detail(masked)).not.toMatch(/Zenobia|Quintanar/);
  expect(planner.tenantId).toBe(tenantId);
});

test('[TASK-02] the figures of a task: orders, statuses, results, days, hours and what goes on', async () => {
  const { planner, aTask, customers, aCall, get } = await aTeamOfFlows(server);
  const id = await aTask(4, {}, 80);
  const [one, two, three] = await customers(id);
  await aCall(one!, { result: AiCallResult.transferSucceeded });
  await aCall(two!, { result: AiCallResult.transferFailed });
  await aCall(two!, { status: FinalCallStatus.userOccupied, result: AiCallResult.lineBusy });
  await aCall(three!, { result: AiCallResult.voicemail });
  await aCall(three!, { status: LiveCallStatus.synthesizing });
  const { data } = await get(planner, 'statistics', { id });
  expect(data).toMatchObject({
    customers: 4,
    completed: 0,
    calls: 4,
    connected: 3,
    machines: 1,
    underWay: 1,
    talkSec: 90,
    transferred: { succeeded: 1, failed: 1 },
    statuses: [
      { status: 10, calls: 3 },
      { status: 13, calls: 1 },
    ],
    days: [{ calls: 4, connected: 3 }],
    hours: [{ calls: 4, connected: 3 }],
  });
  expect(data.orders.map(({ customers: count }: { customers: number }) => count)).toEqual([3, 1, 0, 0, 0]);
});

test('[TASK-02] a customer is changed; whoever sees stars does not write them back', async () => {
  const { planner, aTask, customers, put, tenantId } = await aTeamOfFlows(server);
  const id = await aTask(1, {}, 90);
  const memberId = (await customers(id))[0]!.id;
  const change = { memberId, name: 'María', priority: 8, columns: { Saldo: '$99' }, note: 'Pays on Friday' };
  expect((await put(planner, 'customerUpdate', change)).code).toBe(0);
  expect((await customers(id))[0]).toMatchObject({ customerName: 'María', priority: 8, columns: { Saldo: '$99' } });
  const masked = await aMember(db, tenantId, { functions: ['ai-tasks.view', 'ai-tasks.edit'], needsMasking: true });
  expect((await put(masked, 'customerUpdate', { memberId, name: 'M*' })).code).not.toBe(0);
});

test('[TASK-02] a call that goes on is hung up or handed to a person; one that is over is not', async () => {
  const { planner, aTask, customers, aCall, aTalk, tenantId, rows } = await aTeamOfFlows(server);
  const [group] = await rows<{ id: number }>(
    sql`insert into agent_group (name, group_no) values ('Sales', 8001) returning id`,
  );
  const id = await aTask(3, { groupId: group!.id }, 100);
  const [one, two] = await customers(id);
  const over = await aCall(one!);
  const live = await aCall(two!, { status: LiveCallStatus.talking });
  const asked: unknown[] = [];
  const parts: AiCallsAtHome = {
    engine: {
      endCall: (tenant, callId) => asked.push([tenant, callId]) > 0,
      live: () => null,
      onChange: () => () => {},
    },
    talks: { find: (tenant, talkId) => (talkId === `talk-${live.callId}` && tenant === tenantId ? aTalkOn() : null) },
  };
  const aTalkOn = () => ({ handTo: (to: object) => asked.push(to) > 0 }) as never;
  const { operateCall } = callHandlers(server.world, parts);
  const operate = (operate: 'hangUp' | 'toPerson', attemptId: number) =>
    operateCall(planner.caller({ module: 'ai-tasks', action: 'operateCall' }), { operate, attemptId });
  await expect(operate('hangUp', over.attemptId)).rejects.toMatchObject({ name: 'conflict' });
  await expect(operate('toPerson', live.attemptId), 'nobody talks yet').rejects.toMatchObject({ name: 'conflict' });
  await operate('hangUp', live.attemptId);
  await aTalk(live.callId, null);
  await operate('toPerson', live.attemptId);
  expect(asked).toEqual([[tenantId, live.callId], { kind: 'group', groupId: group!.id }]);
});

test('[TASK-02] before somebody is dialled the flow is told of them and speaks; what cannot be spoken is not dialled', async () => {
  const { aTask, tenantId, flowId, customers } = await aTeamOfFlows(server);
  const id = await aTask(2, {}, 110);
  const asked: object[] = [];
  let spoken: 'ready' | 'failed' = 'ready';
  const callers = flowCallers(async (of) => {
    asked.push(of);
    return spoken;
  });
  const [, second] = await customers(id);
  const of = await db.tenant({ tenantId }, async (tx) => ({
    tenantId,
    campaign: (await campaignsRepo(tx).find(id))!,
    member: (await membersRepo(tx).find(second!.id))!,
  }));
  expect(await callers.prepare(of)).toEqual({ amount: '$10' });
  expect(asked).toEqual([{ tenantId, flowId, number: numberOf(111), values: { amount: '$10' } }]);
  spoken = 'failed';
  expect(await callers.prepare(of)).toBeNull();
});

test('[TASK-02] [TASK-04] what a conversation came to is what came of its call, also where it is written down later', async () => {
  const { aTask, customers, calls, aCall, aTalk, tenantId, rows } = await aTeamOfFlows(server);
  const id = await aTask(2, {}, 120);
  const [one] = await customers(id);
  const { callId } = await aCall(one!);
  const end = { cause: 'normal', endedBy: 'customer', talkMs: 30_000 } as never;
  const { resultOf } = flowCallers(async () => 'ready');
  const result = () =>
    db.tenant({ tenantId }, (tx) => resultOf(tx, { callId, status: FinalCallStatus.talked, wasMachine: false, end }));
  expect(await result(), 'there was none').toBe(AiCallResult.systemException);
  await aTalk(callId, null);
  expect(await result(), 'not written down yet').toBeNull();
  await rows(sql`update flow_talk set ended_at = now(), result = ${AiCallResult.userHungUp} where call_id = ${callId}`);
  expect(await result()).toBe(AiCallResult.userHungUp);
  const [subscription] = Object.values(talkEvents(server.world)) as { run(payload: object): Promise<void> }[];
  await subscription!.run({ tenantId, callId });
  expect((await calls(id))[0]).toMatchObject({ result: AiCallResult.userHungUp });
  await subscription!.run({ tenantId, callId: 'of nobody' });
});

test('[TASK-04] who ended the call is known from its record: what its conversation came to waits for that', async () => {
  const { aTask, customers, calls, aCall, aTalk, tenantId, rows } = await aTeamOfFlows(server);
  const id = await aTask(1, {}, 125);
  const [one] = await customers(id);
  const { callId } = await aCall(one!, { result: AiCallResult.agentQuickHangup });
  const happens = async (subscriptions: object): Promise<void> => {
    for (const { run } of Object.values(subscriptions) as { run(payload: object): Promise<void> }[])
      await run({ tenantId, callId });
  };
  const result = async () => (await calls(id))[0]!.result;
  await rows(sql`insert into call_record (call_id, node, direction, started_at, answered_at, customer_number, our_number, task_id, task_name)
    values (${callId}, 'n', 'outbound', now(), now(), ${numberOf(125)}, '5255', ${String(id)}, 'Reminders')`);
  await aTalk(callId, AiCallResult.userQuickHangup);
  await happens(talkEvents(server.world));
  expect(await result(), 'as the line said').toBe(AiCallResult.agentQuickHangup);
  await rows(sql`update campaign_attempt set ai_result = ${AiCallResult.systemException} where call_id = ${callId}`);
  await rows(
    sql`update call_record set ended_at = now(), outcome = ${CallOutcome.talked}, cause = 'normal', ended_by = 'agent', talk_sec = 2 where call_id = ${callId}`,
  );
  await happens(callEvents(server.world));
  expect(await result(), 'somebody of ours ended it').toBe(AiCallResult.agentQuickHangup);
});

test('[CDP-05] calls of AI tasks are among those of AI agents with a customer, also where nobody answered', async () => {
  const { aTask, customers, aCall, aTalk, tenantId, rows } = await aTeamOfFlows(server);
  const [known] = await rows<{ id: number }>(
    sql`insert into customer (full_name, phones, phone_countries) values ('Lucía', ${[numberOf(130)]}, '{MX}') returning id`,
  );
  const id = await aTask(1, {}, 130);
  const [one] = await customers(id);
  expect(one!.customerId).toBe(known!.id);
  const missed = await aCall(one!, { status: FinalCallStatus.ringNotAnswered, result: AiCallResult.notAnswered });
  const talked = await aCall(one!, { result: AiCallResult.communicated });
  await aTalk(talked.callId, AiCallResult.communicated);
  const subscriptions = callEvents(server.world) as Record<string, { run(payload: object): Promise<void> }>;
  for (const { callId } of [missed, talked]) {
    await rows(sql`insert into call_record (call_id, node, direction, started_at, ended_at, customer_number, our_number, customer_id, task_id, task_name)
      values (${callId}, 'n', 'outbound', now(), now(), ${numberOf(130)}, '5255', ${String(known!.id)}, ${String(id)}, 'Reminders')`);
    for (const { run } of Object.values(subscriptions)) await run({ tenantId, callId });
  }
  const clerk = await aMember(db, tenantId, { functions: ['customers.view', 'customers.use'] });
  const { data } = await server.ask('GET', '/admin/cdp/api/v1/outapi/callbot/sync/customers/call_list', {
    token: clerk.token,
    query: { customer_id: String(known!.id) },
  });
  const results = new Map(data.list.map((call: { callId: string; result: number }) => [call.callId, call.result]));
  expect(results).toEqual(
    new Map([
      [missed.callId, AiCallResult.notAnswered],
      [talked.callId, AiCallResult.communicated],
    ]),
  );
});
