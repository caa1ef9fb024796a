import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { customersApi } from '#features/customers/customers/contract.ts';
import { aCall, aWav, playCall } from '#features/voice/call-records/server/calls.fixture.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { flowTalksApi, type AiCallDetail } from '../contract.ts';
import { talksRepo } from './talks.repo.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

interface Kept {
  talkId: string;
  source?: 'test' | 'call';
  result?: AiCallResult | null;
  number?: string;
  customerId?: number | null;
  flowId?: number;
  startedAt?: string;
}

async function keep(
  tenantId: number,
  {
    talkId,
    source = 'call',
    result = AiCallResult.communicated,
    number = '525512345678',
    customerId = null,
    flowId = 7,
    startedAt = '2026-11-10 15:00:00',
  }: Kept,
): Promise<void> {
  await db.everyTenant('a conversation', async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into flow_talk (tenant_id, talk_id, source, mode, flow_id, flow_name, flow_version, number, customer_id, language, node, started_at, ended_at, result, turns, latency_ms, variables)
      values (${tenantId}, ${talkId}, ${source}, 'voice', ${flowId}, 'Reception', 3, ${number}, ${customerId}, 'en', 'n', ${startedAt}::timestamp at time zone 'UTC', ${result === null ? null : sql`${startedAt}::timestamp at time zone 'UTC' + interval '65 seconds'`}, ${result}, 2, 430, '{"phone": "525599998888"}') returning id`.execute(
      tx.as(),
    );
    const messages = [
      [MessageType.userSaid, { text: 'Call me at 525599998888' }, 1_200],
      [MessageType.latency, { ms: 430 }, 430],
      [MessageType.botNode, { branch: 'help', branches: [{ branch: 'help', flowNodeID: 'bye' }] }, 1_700],
    ] as const;
    for (const [no, [type, info, timeMs]] of messages.entries())
      await sql`insert into flow_talk_message (tenant_id, talk, no, type, node_id, info, time_ms, created_ms) values (${tenantId}, ${rows[0]!.id}, ${no + 1}, ${type}, 'ask', ${JSON.stringify(info)}::jsonb, ${timeMs}, 1)`.execute(
        tx.as(),
      );
  });
}

async function aDesk(wishes: Parameters<typeof aMember>[2] = {}) {
  const tenantId = await aTenant(db);
  const ana = await aMember(db, tenantId, { functions: ['flow-talks.view', 'customers.use'], ...wishes });
  const page = async (body: object = {}) =>
    (await server.ask('POST', flowTalksApi.page.path, { token: ana.token, body })).data as {
      list: { talkId: string }[];
      total: number;
    };
  return { tenantId, ana, page, ids: async (body: object = {}) => (await page(body)).list.map(({ talkId }) => talkId) };
}
const detail = (who: Member, talkId: string) =>
  server.ask('POST', flowTalksApi.detail.path, { token: who.token, body: { talkId } });

test('[FLOW-11] conversations are listed newest first, and found by result, flow, day, number and what goes on', async () => {
  const { tenantId, ids, page } = await aDesk();
  await keep(tenantId, { talkId: 'old', startedAt: '2026-11-01 10:00:00' });
  await keep(tenantId, {
    talkId: 'failed',
    result: AiCallResult.transferFailed,
    startedAt: '2026-11-12 10:00:00',
    flowId: 8,
  });
  await keep(tenantId, { talkId: 'now', result: null, number: '62811112222', startedAt: '2026-11-15 10:00:00' });
  await keep(tenantId, { talkId: 'tried', source: 'test' });
  expect(await ids()).toEqual(['now', 'failed', 'old']);
  expect(await ids({ show: 'tests' })).toEqual(['tried']);
  expect(await ids({ show: 'live' })).toEqual(['now']);
  expect(await ids({ result: AiCallResult.transferFailed })).toEqual(['failed']);
  expect(await ids({ flowId: 8 })).toEqual(['failed']);
  expect(await ids({ startDate: '2026-11-10 00:00:00', endDate: '2026-11-14 00:00:00' })).toEqual(['failed']);
  expect(await ids({ search: '62811' })).toEqual(['now']);
  expect(await ids({ search: '1112222' })).toEqual(['now']);
  expect(await ids({ search: 'recep' })).toHaveLength(3);
  expect(await page({ size: 1, page: 2 })).toMatchObject({
    total: 3,
    list: [{ talkId: 'failed', durationSec: 65, latencyMs: 430, result: AiCallResult.transferFailed }],
  });
});

test('[FLOW-11] one conversation is shown with its messages in order, its times and its values', async () => {
  const { tenantId, ana } = await aDesk();
  await keep(tenantId, { talkId: 'one' });
  const { data } = await detail(ana, 'one');
  expect(data.messages).toMatchObject([
    { msgId: 'one-1', msgType: MessageType.userSaid, time_ms: 1_200 },
    { msgType: MessageType.latency, time_ms: 430 },
    { msgType: MessageType.botNode, node_choose: 'bye' },
  ]);
  expect(data.variables).toEqual({ phone: '525599998888' });
});

test('[FLOW-11] a conversation on a call has the recordings of its call, told as 21, for as long as they can be heard', async () => {
  const { tenantId, ana, page } = await aDesk();
  await keep(tenantId, { talkId: 'heard' });
  const query = (text: string, values: unknown[]) => db.pool.query(text, values);
  await query(`update flow_talk set call_id = 'call-9' where tenant_id = $1`, [tenantId]);
  const book = openCallBook(server.world);
  await playCall(book, { ...aCall(tenantId), callId: 'call-9' }, [], 5);
  await book.addRecording(tenantId, 'call-9', {
    recordingId: 'call-9-call',
    path: aWav(2),
    durationMs: 2_000,
    kind: 'call',
  });
  await book.stop();
  expect((await page()).list).toMatchObject([{ hasRecording: true }]);
  const ready = async () =>
    ((await detail(ana, 'heard')).data as AiCallDetail).messages.filter(
      ({ msgType }) => msgType === MessageType.recordingReady,
    );
  expect(await ready()).toMatchObject([
    { msgId: 'heard-call-9-call', recordUrl: '/cc/api/recording/v1/call-9-call', msgInfo: { durationMs: 2_000 } },
  ]);
  await query(`update call_recording set deleted_at = now(), file_id = null where tenant_id = $1`, [tenantId]);
  expect(await ready()).toEqual([]);
});

test('[FLOW-11] what is said is told to pages while somebody reads it, and to nobody otherwise', async () => {
  const { tenantId, ana } = await aDesk();
  await keep(tenantId, { talkId: 'live', result: null });
  const writeMessage = (): Promise<boolean> =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from flow_talk`.execute(tx.as());
      const message = { msgType: MessageType.aiSaid, stepId: 'ask', msgInfo: { text: 'Hm' }, time_ms: 1, createTs: 1 };
      return talksRepo(tx).write(rows[0]!.id, (no += 1), [message as never]);
    });
  let no = 20;
  expect(await writeMessage()).toBe(false);
  await detail(ana, 'live');
  expect(await writeMessage()).toBe(true);
});

test('[FLOW-11] whoever may not see numbers reads stars, also in what was said', async () => {
  const { tenantId, ana, ids } = await aDesk({ needsMasking: true });
  await keep(tenantId, { talkId: 'masked' });
  const { data } = await detail(ana, 'masked');
  expect(JSON.stringify(data)).not.toMatch(/525512345678|525599998888/);
  expect(await ids({ search: '5678' })).toEqual(['masked']);
  expect(await ids({ search: '5255' })).toEqual([]);
});

test('[FLOW-11] nobody sees conversations of others, and nobody without the right', async () => {
  const { tenantId } = await aDesk();
  await keep(tenantId, { talkId: 'theirs' });
  const other = await aDesk();
  expect(await other.ids()).toEqual([]);
  expect((await detail(other.ana, 'theirs')).code).toBe(failures.notFound.code);
  const without = await aDesk({ functions: [] });
  expect((await server.ask('POST', flowTalksApi.page.path, { token: without.ana.token, body: {} })).code).toBe(
    failures.notAllowed.code,
  );
});

test('[FLOW-11] a conversation stands in the timeline of its customer; erasing the person leaves only that there was one', async () => {
  const { tenantId, ana, ids } = await aDesk({
    functions: ['flow-talks.view', 'customers.use', 'customers.view', 'customers.erase'],
  });
  const { rows } = await db.everyTenant('a customer', (tx) =>
    sql<{
      id: number;
    }>`insert into customer (tenant_id, full_name, phones, phone_countries, source) values (${tenantId}, 'Lena', '{525512345678}', '{MX}', 1) returning id`.execute(
      tx.as(),
    ),
  );
  const customerId = rows[0]!.id;
  await keep(tenantId, { talkId: 'hers', customerId });
  await keep(tenantId, { talkId: 'unknown' });
  const { data } = await server.ask('POST', customersApi.timeline.path, { token: ana.token, body: { id: customerId } });
  expect(data.list).toMatchObject([
    { kind: 'ai', who: 'Reception', body: { talkId: 'hers', result: AiCallResult.communicated, durationSec: 65 } },
  ]);
  expect(
    (
      await server.ask('POST', customersApi.erase.path, {
        token: ana.token,
        body: { id: customerId, reason: 'asked for it' },
      })
    ).code,
  ).toBe(0);
  const erased = (await detail(ana, 'hers')).data;
  expect(erased).toMatchObject({
    displayNumber: '',
    customerId: null,
    messages: [],
    variables: {},
    result: AiCallResult.communicated,
  });
  expect(await ids({ search: '5678' })).toEqual([]);
});

test('[CDP-05] calls of AI agents with a customer tell what came of them and what was said, with stars to those who see stars', async () => {
  const { tenantId, ana } = await aDesk({ functions: ['customers.use', 'customers.view'] });
  const stars = await aMember(db, tenantId, { functions: ['customers.use', 'customers.view'], needsMasking: true });
  const stranger = await aMember(db, tenantId, { functions: ['customers.use'] });
  const { rows } = await db.everyTenant('a customer and a call', (tx) =>
    sql<{ id: number }>`
      with lena as (insert into customer (tenant_id, full_name, phones, phone_countries) values (${tenantId}, 'Lena', '{525512345678}', '{MX}') returning id),
        talked as (insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, outcome, customer_number, our_number, ai_or_cc, customer_id)
          select ${tenantId}, 'ai-1', 'n', 'inbound', now(), now(), 1, '525512345678', '5255', 'ai', id::text from lena)
      select id from lena`.execute(tx.as()),
  );
  const customerId = rows[0]!.id;
  await keep(tenantId, { talkId: 'talk-1', customerId });
  await db.pool.query(`update flow_talk set call_id = 'ai-1' where tenant_id = $1`, [tenantId]);
  const ask = (who: Member, path: string, asked: Record<string, string>) =>
    server.ask('GET', path, { token: who.token, query: asked });
  const list = await ask(ana, customersApi.callBotList.path, { customer_id: String(customerId) });
  expect(list.data).toMatchObject({
    total: 1,
    list: [{ callId: 'ai-1', flowName: 'Reception', result: AiCallResult.communicated }],
  });
  const conversationOf = async (who: Member) =>
    (await ask(who, customersApi.callBotDetail.path, { call_id: 'ai-1' })).data?.conversation;
  expect(await conversationOf(ana)).toMatchObject([{ by: 'customer', text: 'Call me at 525599998888' }]);
  expect(JSON.stringify(await conversationOf(stars))).not.toContain('525599998888');
  expect((await ask(stranger, customersApi.callBotDetail.path, { call_id: 'ai-1' })).code).toBe(failures.notFound.code);
});

test('[SEC-01] who sees stars reads neither the customer’s name nor a number out of what was said, pressed or kept', async () => {
  const { tenantId, ana } = await aDesk({ needsMasking: true });
  await keep(tenantId, { talkId: 'stars' });
  await db.everyTenant('what was said', async (tx) => {
    await sql`update flow_talk set variables = '{"customer_full_name": "Lucía Hernández", "customer_first_name": "Lucía", "customer_email": "lucia@mail.example", "day": "friday"}' where tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
    const spokenMessages: [MessageType, object][] = [
      [MessageType.aiSaid, { text: 'Hello Lucía, your mail is lucia@mail.example?' }],
      [MessageType.userSaid, { text: '我的电话 １３８００１３８０００' }],
      ...[...'5512345678'].map((keys): [MessageType, object] => [MessageType.userPressedKeys, { keys }]),
    ];
    for (const [at, [type, info]] of spokenMessages.entries())
      await sql`insert into flow_talk_message (tenant_id, talk, no, type, node_id, info, time_ms, created_ms) select ${tenantId}, id, ${at + 10}, ${type}, 'number', ${JSON.stringify(info)}::jsonb, 1, 1 from flow_talk where tenant_id = ${tenantId}`.execute(
        tx.as(),
      );
    await sql`insert into flow_talk_message (tenant_id, talk, no, type, node_id, info, time_ms, created_ms) select ${tenantId}, id, 90, ${MessageType.userPressedKeys}, 'menu', '{"keys": "2"}', 1, 1 from flow_talk where tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
  });
  const { data } = await detail(ana, 'stars');
  const bodyText = JSON.stringify(data);
  for (const secret of ['Lucía', 'Hernández', 'lucia@', '138００', '１３８００１', '5599998888'])
    expect(bodyText).not.toContain(secret);
  const keys = (data as { messages: { msgType: number; msgInfo: { keys?: string } }[] }).messages
    .filter(({ msgType }) => msgType === MessageType.userPressedKeys)
    .map(({ msgInfo }) => msgInfo.keys);
  expect(keys).toEqual([...Array.from({ length: 10 }, () => '*'), '2']);
  expect((data as { variables: object }).variables).toMatchObject({ day: 'friday', customer_full_name: 'L**' });
});
