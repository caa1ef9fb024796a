import { sql } from 'kysely';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { people } from '#features/outbound/preview/server/preview.fixture.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';
import type { AiCustomer, AiTaskCall } from '../contract.ts';

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const variable = (attrKey: string, name: string) => ({
  attrKey,
  name,
  valueType: VariableType.text,
  valueFormat: 0,
  choices: [],
});

/** Says what somebody owes and asks when they will pay. */
export const REMINDER: Flow = aFlow(
  {
    hello: { kind: 'say', settings: spoken('Hello. You owe {{amount}}.') },
    ask: { kind: 'listen', settings: { ...spoken('When will you pay?'), saveAs: 'day', intents: [] } },
    bye: { kind: 'hangUp', settings: spoken('Thank you.') },
  },
  ['start next hello', 'hello next ask', 'ask other bye'],
  { variables: [variable('amount', 'Saldo'), variable('day', 'Day')] },
);

const address = (path: string): string => `/cc/api/flowManager/v1/task/${path}`;
let made = 0;

/** A team with a published flow, and somebody who plans. */
export async function aTeamOfFlows(server: TestServer) {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const planner = await aMember(db, tenantId, {
    functions: ['ai-tasks.view', 'ai-tasks.edit', 'campaigns.edit', 'customers.view', 'customers.use'],
  });
  const rows = <R extends object>(query: ReturnType<typeof sql>): Promise<R[]> =>
    db.tenant({ tenantId }, async (tx) => (await query.execute(tx.as())).rows as R[]);
  const get = (who: Member, path: string, query: Record<string, string | number> = {}) =>
    server.ask('GET', address(path), {
      token: who.token,
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    });
  const post = (who: Member, path: string, body: object = {}) =>
    server.ask('POST', address(path), { token: who.token, body });
  const put = (who: Member, path: string, body: object) => server.ask('PUT', address(path), { token: who.token, body });

  async function aPublishedFlow(flow = REMINDER, name = `Reminder ${(made += 1)}`): Promise<number> {
    const [row] = await rows<{ id: number }>(
      sql`insert into flow (name, draft, published_version) values (${name}, ${JSON.stringify(flow)}::jsonb, 1) returning id`,
    );
    await rows(
      sql`insert into flow_version (flow_id, version, flow) values (${row!.id}, 1, ${JSON.stringify(flow)}::jsonb)`,
    );
    return row!.id;
  }
  const flowId = await aPublishedFlow();
  const settings = (more: object = {}) => ({
    name: `Reminders ${(made += 1)}`,
    // Nobody dials until somebody starts it.
    startType: 1,
    flowId,
    flowValues: { amount: 'Saldo' },
    ...more,
  });

  return {
    tenantId,
    planner,
    flowId,
    aPublishedFlow,
    rows,
    get,
    post,
    put,
    settings,
    /** A task of people of a list. */
    async aTask(count: number, more: object = {}, first = 0): Promise<number> {
      const customers = people(count, first).map((one, n) => ({ ...one, columns: { Saldo: `$${n}0` } }));
      const made1 = await post(planner, 'createFrom', {
        settings: settings(more),
        source: { from: 'list', customers },
      });
      if (made1.code !== 0) throw new Error(`${made1.code} ${made1.msg}`);
      return made1.data.id;
    },
    customers: async (id: number, more: Record<string, string | number> = {}): Promise<AiCustomer[]> =>
      (await get(planner, 'customerPage', { id, size: 200, ...more })).data.list,
    calls: async (id: number, more: Record<string, string | number> = {}): Promise<AiTaskCall[]> =>
      (await get(planner, 'callPage', { id, size: 200, ...more })).data.list,
    /** A call as whoever dials for campaigns keeps it. */
    async aCall(
      { id: memberId, taskId }: Pick<AiCustomer, 'id' | 'taskId'>,
      {
        status = FinalCallStatus.talked,
        result = null,
      }: { status?: FinalCallStatus | LiveCallStatus; result?: AiCallResult | null } = {},
    ): Promise<{ attemptId: number; callId: string }> {
      const callId = `call-${tenantId}-${(made += 1)}`;
      const isOver = FinalCallStatus.has(status);
      const wasAnswered = status === FinalCallStatus.talked || status === LiveCallStatus.talking;
      const [row] = await rows<{ id: number }>(sql`
        insert into campaign_attempt (campaign_id, member_id, number, call_id, status, ai_result, talk_sec, answered_at, ended_at)
        select ${taskId}, id, number, ${callId}, ${status}, ${result}::smallint, ${wasAnswered && isOver ? 30 : 0}, case when ${wasAnswered} then now() end, case when ${isOver} then now() end
        from campaign_customer where id = ${memberId} returning id`);
      return { attemptId: row!.id, callId };
    },
    /** What was said in a call. */
    async aTalk(callId: string, result: AiCallResult | null): Promise<void> {
      const [talk] = await rows<{ id: number }>(sql`
        insert into flow_talk (talk_id, source, mode, flow_id, flow_name, flow_version, call_id, number, language, node, started_at, ended_at, result, turns, variables)
        values (${`talk-${callId}`}, 'call', 'voice', ${flowId}, 'Reminder', 1, ${callId}, '5255', 'en', 'n', now(), case when ${result}::int is null then null else now() end, ${result}::smallint, 1,
          ${JSON.stringify({ amount: '$40', day: 'Friday', callerNumber: '525512345678', customer_full_name: 'Lucía' })}::jsonb) returning id`);
      const messages: [MessageType, object][] = [
        [MessageType.callAnswered, {}],
        [MessageType.aiSaid, { text: 'Hello. You owe $40.' }],
        [MessageType.userSaid, { text: 'On Friday, call me at 55 1234 5678', confidence: 1 }],
      ];
      for (const [at, [type, info]] of messages.entries())
        await rows(sql`insert into flow_talk_message (talk, no, type, node_id, info, time_ms, created_ms)
          values (${talk!.id}, ${at + 1}, ${type}, 'ask', ${JSON.stringify(info)}::jsonb, ${at}, ${1_763_000_000_000 + at})`);
    },
  };
}
