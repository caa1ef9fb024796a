import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { absentSpeech } from '#core/speech/absent-speech.ts';
import type { EmbeddedSpeech, EmbeddedSpeechState } from '#core/speech/speech.port.ts';
import { accountApi } from '#features/account/contract.ts';
import { eventually, Page } from '#platform/server/realtime/test-process.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { flowTalksApi, type AiCallDetail } from '#features/flow-talks/contract.ts';
import { expireTestRecordingsJob } from './test-recordings.ts';
import { flowTestApi, flowTestSocket, type FlowTestDown, type TestSettings } from '../contract.ts';

/** Speech of this machine that can be taken away. */
const spoken = fakeSpeech();
const nothing = absentSpeech('taken away');
let speechState: EmbeddedSpeechState = { at: 'ready' };
let prepared = 0;
const embeddedSpeech: EmbeddedSpeech = {
  recognizer: spoken.recognizer, brain: spoken.brain, detector: spoken.detector,
  voice: { ...spoken.voice, speak: (...said) => (speechState.at === 'ready' ? spoken.voice : nothing.voice).speak(...said) },
  prepare: async () => void (prepared += 1),
  state: () => speechState,
  close: async () => {},
};

const server = await testServer({ embeddedSpeech });
const { db } = server.world;
const { telephony } = server;
let port = 0;
beforeAll(async () => {
  await server.built.http.listen({ host: '127.0.0.1', port: 0 });
  port = (server.built.http.server.address() as AddressInfo).port;
});
afterAll(server.close);

const words = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const choices = [{ key: '1', name: 'Sales', phrases: ['sales'] }, { key: '2', name: 'Help', phrases: ['help'] }];
const reception = aFlow(
  { menu: { kind: 'menu', settings: { ...words('Hello {{guest}}. Sales or help?'), choices } }, ask: { kind: 'listen', settings: { ...words('What do you need?'), saveAs: 'wish', intents: [] } }, bye: { kind: 'hangUp', settings: words('Goodbye.') } },
  ['start next menu', 'menu 1 bye', 'menu 2 ask', 'ask heard bye'],
  { variables: [
    { attrKey: 'guest', name: 'Guest', valueType: VariableType.text, valueFormat: 0, choices: [] },
    { attrKey: 'nights', name: 'Nights', valueType: VariableType.number, valueFormat: 0, choices: [] },
    { attrKey: 'wish', name: 'Wish', valueType: VariableType.text, valueFormat: 0, choices: [] },
  ] as Flow['variables'] },
);

async function aTester(rest: Parameters<typeof aMember>[2] = {}, flow = reception) {
  const ana = await aMember(db, await aTenant(db), { functions: ['flows.view', 'flows.edit', 'flow-test.run'], ...rest });
  const { data } = await server.ask('POST', '/cc/api/ivrFlow/v1/add', { token: ana.token, body: { name: 'Reception' } });
  expect((await server.ask('POST', '/cc/api/ivrFlow/v1/update', { token: ana.token, body: { id: data.id, draftVersion: 1, flow } })).code).toBe(0);
  return { ana, flowId: data.id as number };
}

const settingsOf = async (who: Member, flowId: number) => server.ask<TestSettings>('POST', flowTestApi.settings.path, { token: who.token, body: { flowId } });

async function aSocket(who: Member) {
  const { data } = await server.ask<{ ticket: string }>('POST', accountApi.ticket.path, { token: who.token, body: { purpose: flowTestSocket.path } });
  const page = new Page(`ws://127.0.0.1:${port}${flowTestSocket.path}?token=${data.ticket}`);
  await eventually(() => expect(page.socket.readyState).toBe(1));
  const down = (): FlowTestDown[] => page.told.map((told) => told.data as unknown as FlowTestDown);
  const messages = () => down().flatMap(({ cmd, message }) => (cmd === FlowTestCommand.start && message !== undefined ? [JSON.parse(message) as Record<string, unknown> & { msgType: number; msgInfo: Record<string, unknown> }] : []));
  return {
    page,
    messages,
    types: () => messages().map(({ msgType }) => msgType),
    said: () => messages().filter(({ msgType }) => msgType === MessageType.aiSaid).map(({ msgInfo }) => msgInfo['text']),
    errors: () => down().filter(({ cmd }) => cmd === FlowTestCommand.error).map(({ callID, text }) => [callID, text]),
    start: (autoFlowID: number, rest: object = {}) => page.say({ cmd: FlowTestCommand.start, autoFlowID, callID: 'test-call-1', callee: '', caller: '', params: null, callDirection: TestCallDirection.text, ...rest }),
    act: (actionType: number, text = '', callID = 'test-call-1') => page.say({ cmd: FlowTestCommand.action, callID, actionType, text }),
    stop: (callID = 'test-call-1') => page.say({ cmd: FlowTestCommand.stop, callID }),
  };
}

const stored = async (tenantId: number) => (await db.everyTenant('looks', (tx) => sql<{ result: number | null; mode: string; number: string; our_number: string; variables: Record<string, unknown>; user_id: number }>`select result, mode, number, our_number, variables, user_id from flow_talk where tenant_id = ${tenantId} order by id`.execute(tx.as()))).rows;
const ends = (tenantId: number, result: number) => eventually(async () => expect((await stored(tenantId)).at(-1)?.result).toBe(result));

describe('what a test begins with', () => {
  test('[FLOW-04] carries the flow, who calls whom, its values, and an account for the phone of a voice test', async () => {
    const { ana, flowId } = await aTester();
    const { data } = await settingsOf(ana, flowId);
    expect(data).toMatchObject({ flowId, flowName: 'Reception', caller: '', callee: '', domain: 'openseat.test', expires: 300 });
    expect(data.variables).toEqual(reception.variables.map(({ attrKey, name, valueType, valueFormat, choices: among }) => ({ attrKey, name, valueType, valueFormat, choices: among })));
    expect(data.account).toMatch(new RegExp(`^test-${ana.tenantId}-${ana.userId}-`));
    expect(data.md5Pwd).toMatch(/^[0-9a-f]{32}$/);
    expect(data.fsRegisterAddr).toMatch(/^wss?:\/\/.+\/cc\/sip\//);
  });

  test('[FLOW-04] is for those who may test, and for flows of their own', async () => {
    const { flowId } = await aTester();
    expect((await settingsOf(await aMember(db, await aTenant(db), { functions: ['flow-test.run'] }), flowId)).code).toBe(404);
    expect((await settingsOf(await aMember(db, await aTenant(db), { functions: ['flows.edit'] }), flowId)).code).toBe(403);
  });
});

describe('by text', () => {
  test('[FLOW-08] a start without values talks, keys and words lead on, and the end is told', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId, { caller: '+525512345678', callee: '525550000101' });
    await eventually(() => expect(socket.said()).toEqual(['Hello . Sales or help?']));
    socket.act(FlowTestAction.pressKeys, '2');
    await eventually(() => expect(socket.said().at(-1)).toBe('What do you need?'));
    expect(socket.types()).toContain(MessageType.userPressedKeys);
    socket.act(FlowTestAction.sendText, 'A room');
    await eventually(() => expect(socket.types()).toContain(MessageType.flowEnded));
    expect(socket.said().at(-1)).toBe('Goodbye.');
    await ends(ana.tenantId, AiCallResult.communicated);
    expect(await stored(ana.tenantId)).toMatchObject([{ mode: 'text', number: '525512345678', our_number: '525550000101', user_id: ana.userId, variables: { wish: 'A room' } }]);
    await socket.page.leave();
  });

  test('[FLOW-05] every message has its id, type, test, time and moment; 307 names the node that was chosen', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    const before = Date.now();
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    for (const message of socket.messages()) expect(message).toMatchObject({ msgId: expect.stringMatching(/^test-call-1-\d+$/), msgType: expect.any(Number), callID: 'test-call-1', time_ms: expect.any(Number), createTs: expect.any(Number) });
    expect(socket.messages().every(({ createTs }) => Number(createTs) >= before && Number(createTs) <= Date.now())).toBe(true);
    expect(new Set(socket.messages().map(({ msgId }) => msgId)).size).toBe(socket.messages().length);
    socket.act(FlowTestAction.pressKeys, '2');
    await eventually(() => expect(socket.said()).toHaveLength(2));
    expect(socket.messages().filter(({ msgType }) => msgType === MessageType.botNode).map(({ node_choose }) => node_choose)).toEqual(['menu', 'ask']);
    await socket.page.leave();
  });

  test('[FLOW-08] values given as pairs are known to the flow, numbers as numbers', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId, { params: [{ key: 'guest', value: 'Lena' }, { key: 'nights', value: '3' }, { key: '__proto__', value: 'x' }] });
    await eventually(() => expect(socket.said()).toEqual(['Hello Lena. Sales or help?']));
    socket.act(FlowTestAction.end);
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
    expect((await stored(ana.tenantId))[0]!.variables).toEqual({ callerNumber: '', guest: 'Lena', nights: 3 });
    await socket.page.leave();
  });

  test('[FLOW-08] words may interrupt, and saying nothing is silence', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.act(FlowTestAction.sendText);
    await eventually(() => expect(socket.types()).toContain(MessageType.userSilent));
    socket.act(FlowTestAction.interrupt, 'sales');
    await ends(ana.tenantId, AiCallResult.communicated);
    await socket.page.leave();
  });

  test('[FLOW-08] what is replayed is played first, and the tester goes on from there', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId, { replay: [{ actionType: FlowTestAction.pressKeys, text: '2' }] });
    await eventually(() => expect(socket.said().at(-1)).toBe('What do you need?'));
    socket.act(FlowTestAction.sendText, 'A taxi');
    await ends(ana.tenantId, AiCallResult.communicated);
    expect((await stored(ana.tenantId))[0]!.variables).toMatchObject({ wish: 'A taxi' });
    await socket.page.leave();
  });

  test('[FLOW-08] stop ends it, and only the test it names', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.stop('another-call');
    socket.page.say({ cmd: 0 });
    await eventually(() => expect(socket.page.told.at(-1)?.data).toEqual({ cmd: 0, callID: '' }));
    expect((await stored(ana.tenantId)).every(({ result }) => result === null)).toBe(true);
    socket.stop();
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
    await socket.page.leave();
  });

  test('[FLOW-10] closing the socket ends the test; another start ends the one before', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.start(flowId, { callID: 'test-call-2' });
    await eventually(() => expect(socket.said()).toHaveLength(2));
    await eventually(async () => expect((await stored(ana.tenantId)).map(({ result }) => result)).toEqual([AiCallResult.agentQuickHangup, null]));
    await socket.page.leave();
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
  });
});

describe('what goes wrong is said in the words of the reader', () => {
  const text = (language: 'en-US' | 'zh-CN' | 'es-MX' | 'id-ID', why: string) => server.world.texts.say(language, `flow-test.error.${why}`);

  test.each(['en-US', 'zh-CN', 'es-MX', 'id-ID'] as const)('[FLOW-08] 0x6003 for a flow that is gone: %s', async (language) => {
    const { ana } = await aTester({ language });
    const socket = await aSocket(ana);
    socket.start(999_999_999);
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text(language, 'unknownFlow')]]));
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 for the flow of another team, and nothing of it is told', async () => {
    const { flowId } = await aTester();
    const { ana } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'unknownFlow')]]));
    expect(socket.messages()).toEqual([]);
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 for an action without a test, and for one after its end', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.act(FlowTestAction.sendText, 'hello');
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'notStarted')]]));
    socket.start(flowId);
    socket.act(FlowTestAction.pressKeys, '1');
    await ends(ana.tenantId, AiCallResult.communicated);
    socket.act(FlowTestAction.sendText, 'are you there?');
    await eventually(() => expect(socket.errors()).toHaveLength(2));
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 for a phone of somebody else, or none', async () => {
    const { ana, flowId } = await aTester();
    const other = await aTester();
    const { data: { account } } = await settingsOf(other.ana, other.flowId);
    const socket = await aSocket(ana);
    socket.start(flowId, { callDirection: TestCallDirection.voice, account });
    socket.start(flowId, { callDirection: TestCallDirection.voice });
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'noPhone')], ['test-call-1', text('en-US', 'noPhone')]]));
    expect(telephony.ringing(account)).toBeUndefined();
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 without speech: what is missing begins to be fetched, and text still works', async () => {
    const { ana, flowId } = await aTester();
    const { data: { account } } = await settingsOf(ana, flowId);
    telephony.registers(account);
    const socket = await aSocket(ana);
    const preparedBefore = prepared;
    speechState = { at: 'missing' };
    try {
      socket.start(flowId, { callDirection: TestCallDirection.voice, account });
      await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'noSpeech')]]));
      expect(prepared).toBe(preparedBefore + 1);
      // Where nothing can be fetched, nobody is told to wait.
      speechState = { at: 'unavailable', why: 'no package for this machine' };
      socket.start(flowId, { callDirection: TestCallDirection.voice, account });
      await eventually(() => expect(socket.errors().at(-1)).toEqual(['test-call-1', text('en-US', 'noVoice')]));
      expect(prepared).toBe(preparedBefore + 1);
      socket.start(flowId);
      await eventually(() => expect(socket.said()).toHaveLength(1));
    } finally {
      speechState = { at: 'ready' };
    }
    await socket.page.leave();
  });
});

describe('by voice', () => {
  async function aRingingTest(rest: Parameters<typeof aTester>[0] = {}) {
    const { ana, flowId } = await aTester(rest);
    const { data: { account } } = await settingsOf(ana, flowId);
    telephony.registers(account);
    const socket = await aSocket(ana);
    socket.start(flowId, { callDirection: TestCallDirection.voice, account, callee: '525550000101' });
    const leg = await eventually(() => telephony.ringing(account) ?? expect.fail('nothing rings'));
    return { ana, socket, leg };
  }
  const isGone = (leg: Awaited<ReturnType<typeof aRingingTest>>['leg']) => telephony.leg(leg)?.at === 'ended';
  /** Time passes on the line until it is so. */
  const passing = (check: () => void | Promise<void>) => eventually(async () => {
    telephony.passMs(200);
    await check();
  });

  test('[FLOW-06] the test phone rings, the flow talks aloud, takes keys, and hangs up', async () => {
    const { ana, socket, leg } = await aRingingTest();
    expect(telephony.shown(leg)?.callerId).toBe('525550000101');
    expect(socket.messages()).toEqual([]);
    telephony.picksUp(leg);
    await passing(() => expect(socket.types()).toContain(MessageType.ttsTiming));
    expect(socket.said()).toEqual(['Hello . Sales or help?']);
    await passing(() => expect(spoken.voice.asks.map(({ text }) => text)).toContain('Sales or help?'));
    telephony.presses(leg, '1');
    await passing(() => expect(isGone(leg)).toBe(true));
    await ends(ana.tenantId, AiCallResult.communicated);
    expect(socket.types()).toEqual(expect.arrayContaining([MessageType.userPressedKeys, MessageType.flowEnded]));
    expect(await stored(ana.tenantId)).toMatchObject([{ mode: 'voice' }]);
    await socket.page.leave();
  });

  const recordingOf = (socket: Awaited<ReturnType<typeof aSocket>>) => socket.messages().filter(({ msgType }) => msgType === MessageType.recordingReady);
  /** A test whose recording is stored. */
  async function aRecordedTest(rest: Parameters<typeof aRingingTest>[0] = {}) {
    const test = await aRingingTest(rest);
    telephony.picksUp(test.leg);
    await passing(() => expect(test.socket.said()).toHaveLength(1));
    telephony.hangsUp(test.leg);
    const [told] = await eventually(() => recordingOf(test.socket).length === 1 ? recordingOf(test.socket) : expect.fail('no recording yet'));
    return { ...test, told: told! };
  }
  const ticket = (who: Member, body: object = {}) => server.ask<{ url: string }>('POST', flowTestApi.recordingTicket.path, { token: who.token, body: { talkId: 'test-call-1', ...body } });
  const get = (url: string, token?: string) => server.built.http.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
  const kept = async (tenantId: number) => (await db.everyTenant('looks', (tx) => sql<{ file_id: number }>`select file_id from flow_test_recording where tenant_id = ${tenantId}`.execute(tx.as()))).rows;
  const detailOf = async (who: Member) => (await server.ask('POST', flowTalksApi.detail.path, { token: who.token, body: { talkId: 'test-call-1' } })).data as AiCallDetail;

  test('[FLOW-05] a test by voice is recorded: 21 says where it can be fetched once it is over, it plays by a link, is saved, and is listed with the conversation', async () => {
    const { ana, socket, told } = await aRecordedTest({ functions: ['flows.view', 'flows.edit', 'flow-test.run', 'flow-talks.view'] });
    expect(told).toMatchObject({ msgId: 'test-call-1-recording', callID: 'test-call-1', recordUrl: '/cc/api/flowTest/v1/recording/test-call-1', msgInfo: { durationMs: expect.any(Number), bytes: expect.any(Number) } });
    expect(socket.messages().filter(({ msgType, recordUrl }) => msgType !== MessageType.recordingReady && recordUrl !== '')).toEqual([]);
    const whole = await get(told['recordUrl'] as string, ana.token);
    expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length, whole.rawPayload.readUInt16LE(22)]).toEqual([200, 'audio/wav', told.msgInfo['bytes'], 2]);
    const { data: { url } } = await ticket(ana);
    expect((await get(url)).headers['content-disposition']).toMatch(/^inline; filename="test-/);
    expect((await get(url.replace('?', '/file?'))).statusCode).toBe(401);
    const saved = await get((await ticket(ana, { saves: true })).data.url);
    expect([saved.statusCode, saved.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment; filename="test-/)]);
    expect(await detailOf(ana)).toMatchObject({ hasRecording: true, testRecording: { isMine: true, bytes: told.msgInfo['bytes'] } });
    expect((await detailOf(ana)).messages.at(-1)).toMatchObject({ msgId: 'test-call-1-recording', msgType: MessageType.recordingReady, recordUrl: told['recordUrl'] });
    await socket.page.leave();
  });

  test('[FLOW-05] only who tested hears it, or who may hear all; nobody of another team, nobody without a session', async () => {
    const { ana, socket, told } = await aRecordedTest();
    const colleague = await aMember(db, ana.tenantId, { functions: ['flow-test.run'] });
    const manager = await aMember(db, ana.tenantId, { functions: ['flow-test.listen'] });
    const agent = await aMember(db, ana.tenantId, { functions: ['call-records.use', 'flow-talks.view'] });
    const stranger = await aMember(db, await aTenant(db), { functions: ['flow-test.run', 'flow-test.listen'] });
    expect([(await ticket(colleague)).code, (await ticket(agent)).code, (await ticket(stranger)).code, (await ticket(manager)).code]).toEqual([403, 403, 404, 0]);
    const url = told['recordUrl'] as string;
    expect([(await get(url)).statusCode, (await get(url, colleague.token)).statusCode, (await get(url, stranger.token)).statusCode, (await get(`${url}/file`, stranger.token)).statusCode]).toEqual([401, 403, 404, 404]);
    expect((await detailOf(agent)).testRecording).toMatchObject({ isMine: false });
    await socket.page.leave();
  });

  test('[FLOW-05] recordings of tests go after a month, sooner where the team keeps recordings for less; nothing leads nowhere then', async () => {
    const { ana, socket, told } = await aRecordedTest({ functions: ['flows.view', 'flows.edit', 'flow-test.run', 'flow-talks.view'] });
    const age = (days: number) => db.everyTenant('time passes', (tx) => sql`update flow_test_recording set created_at = now() - ${days} * interval '1 day' where tenant_id = ${ana.tenantId}`.execute(tx.as()));
    const night = () => expireTestRecordingsJob(server.world).run({} as never);
    await age(29);
    await night();
    expect(await kept(ana.tenantId)).toHaveLength(1);
    await db.everyTenant('a shorter term', (tx) => sql`insert into tenant_setting (tenant_id, name, value) values (${ana.tenantId}, 'RecordingRetentionDays', '7')`.execute(tx.as()));
    await age(6);
    await night();
    const [row] = await kept(ana.tenantId);
    await age(8);
    await night();
    expect(await kept(ana.tenantId)).toEqual([]);
    const { rows } = await db.everyTenant('looks', (tx) => sql`select 1 from stored_file where id = ${row!.file_id} and deleted_at is null`.execute(tx.as()));
    expect(rows).toEqual([]);
    expect((await get(told['recordUrl'] as string, ana.token)).statusCode).toBe(404);
    const talk = await detailOf(ana);
    expect([talk.hasRecording, talk.testRecording, talk.messages.filter(({ recordUrl }) => recordUrl !== '')]).toEqual([false, null, []]);
    await socket.page.leave();
  });

  test('[FLOW-05] a phone that was never answered, and a test by text, leave no recording', async () => {
    const { ana, socket, leg } = await aRingingTest();
    telephony.declines(leg);
    await eventually(() => expect(socket.errors()).toHaveLength(1));
    socket.act(FlowTestAction.end);
    expect(await kept(ana.tenantId)).toEqual([]);
    expect(recordingOf(socket)).toEqual([]);
    await socket.page.leave();
  });

  test('[FLOW-06] a phone that is declined is told; one the tester stops himself is not', async () => {
    const declined = await aRingingTest();
    telephony.declines(declined.leg);
    await eventually(() => expect(declined.socket.errors()).toEqual([['test-call-1', server.world.texts.say('en-US', 'flow-test.error.noAnswer')]]));
    const stopped = await aRingingTest();
    stopped.socket.stop();
    await eventually(() => expect(isGone(stopped.leg)).toBe(true));
    stopped.socket.page.say({ cmd: 0 });
    await eventually(() => expect(stopped.socket.page.told.at(-1)?.data).toEqual({ cmd: 0, callID: '' }));
    expect(stopped.socket.errors()).toEqual([]);
    await Promise.all([declined.socket.page.leave(), stopped.socket.page.leave()]);
  });

  test('[FLOW-10] closing the socket hangs up, and hanging up ends the test', async () => {
    const closed = await aRingingTest();
    telephony.picksUp(closed.leg);
    await passing(() => expect(closed.socket.said()).toHaveLength(1));
    await closed.socket.page.leave();
    await passing(() => expect(isGone(closed.leg)).toBe(true));
    await ends(closed.ana.tenantId, AiCallResult.agentQuickHangup);

    const hungUp = await aRingingTest();
    telephony.picksUp(hungUp.leg);
    await passing(() => expect(hungUp.socket.said()).toHaveLength(1));
    telephony.hangsUp(hungUp.leg);
    await eventually(async () => expect((await stored(hungUp.ana.tenantId))[0]?.result).not.toBeNull());
    await eventually(() => expect(hungUp.socket.types()).toContain(MessageType.callEnded));
    await hungUp.socket.page.leave();
  });
});
