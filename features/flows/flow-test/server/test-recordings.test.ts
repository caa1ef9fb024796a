import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { flowTalksApi, type AiCallDetail } from '#features/flows/flow-talks/contract.ts';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { flowTestApi } from '../contract.ts';
import { aTestHouse, type TestSocket } from './flow-test.fixture.ts';
import { expireTestRecordingsJob } from './test-recordings.ts';

const { server, db, telephony, aRingingTest, passing } = await aTestHouse();
afterAll(server.close);

describe('the recording of a test by voice', () => {
  const recordingOf = (socket: TestSocket) =>
    socket.messages().filter(({ msgType }) => msgType === MessageType.recordingReady);
  /** A test whose recording is stored. */
  async function aRecordedTest(rest: Parameters<typeof aRingingTest>[0] = {}) {
    const test = await aRingingTest(rest);
    telephony.picksUp(test.leg);
    await passing(() => expect(test.socket.said()).toHaveLength(1));
    telephony.hangsUp(test.leg);
    const [readyMessage] = await eventually(() =>
      recordingOf(test.socket).length === 1 ? recordingOf(test.socket) : expect.fail('no recording yet'),
    );
    return { ...test, readyMessage: readyMessage! };
  }
  const ticket = (who: Member, body: object = {}) =>
    server.ask<{ url: string }>('POST', flowTestApi.recordingTicket.path, {
      token: who.token,
      body: { talkId: 'test-call-1', ...body },
    });
  const get = (url: string, token?: string) =>
    server.built.http.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
  const kept = async (tenantId: number) =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{ file_id: number }>`select file_id from flow_test_recording where tenant_id = ${tenantId}`.execute(
          tx.as(),
        ),
      )
    ).rows;
  const detailOf = async (who: Member) =>
    (await server.ask('POST', flowTalksApi.detail.path, { token: who.token, body: { talkId: 'test-call-1' } }))
      .data as AiCallDetail;

  test('[FLOW-05] a test by voice is recorded: 21 says where it can be fetched once it is over, it plays by a link, is saved, and is listed with the conversation', async () => {
    const { ana, socket, readyMessage } = await aRecordedTest({
      functions: ['flows.view', 'flows.edit', 'flow-test.run', 'flow-talks.view'],
    });
    expect(readyMessage).toMatchObject({
      msgId: 'test-call-1-recording',
      callID: 'test-call-1',
      recordUrl: '/cc/api/flowTest/v1/recording/test-call-1',
      msgInfo: { durationMs: expect.any(Number), bytes: expect.any(Number) },
    });
    expect(
      socket.messages().filter(({ msgType, recordUrl }) => msgType !== MessageType.recordingReady && recordUrl !== ''),
    ).toEqual([]);
    const whole = await get(readyMessage['recordUrl'] as string, ana.token);
    expect([
      whole.statusCode,
      whole.headers['content-type'],
      whole.rawPayload.length,
      whole.rawPayload.readUInt16LE(22),
    ]).toEqual([200, 'audio/wav', readyMessage.msgInfo['bytes'], 2]);
    const {
      data: { url },
    } = await ticket(ana);
    expect((await get(url)).headers['content-disposition']).toMatch(/^inline; filename="test-/);
    expect((await get(url.replace('?', '/file?'))).statusCode).toBe(401);
    const saved = await get((await ticket(ana, { saves: true })).data.url);
    expect([saved.statusCode, saved.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="test-/),
    ]);
    expect(await detailOf(ana)).toMatchObject({
      hasRecording: true,
      testRecording: { isMine: true, bytes: readyMessage.msgInfo['bytes'] },
    });
    expect((await detailOf(ana)).messages.at(-1)).toMatchObject({
      msgId: 'test-call-1-recording',
      msgType: MessageType.recordingReady,
      recordUrl: readyMessage['recordUrl'],
    });
    await socket.page.leave();
  });

  test('[FLOW-05] only who tested hears it, or who may hear all; nobody of another team, nobody without a session', async () => {
    const { ana, socket, readyMessage } = await aRecordedTest();
    const colleague = await aMember(db, ana.tenantId, { functions: ['flow-test.run'] });
    const manager = await aMember(db, ana.tenantId, { functions: ['flow-test.listen'] });
    const agent = await aMember(db, ana.tenantId, { functions: ['call-records.use', 'flow-talks.view'] });
    const stranger = await aMember(db, await aTenant(db), { functions: ['flow-test.run', 'flow-test.listen'] });
    expect([
      (await ticket(colleague)).code,
      (await ticket(agent)).code,
      (await ticket(stranger)).code,
      (await ticket(manager)).code,
    ]).toEqual([403, 403, 404, 0]);
    const url = readyMessage['recordUrl'] as string;
    expect([
      (await get(url)).statusCode,
      (await get(url, colleague.token)).statusCode,
      (await get(url, stranger.token)).statusCode,
      (await get(`${url}/file`, stranger.token)).statusCode,
    ]).toEqual([401, 403, 404, 404]);
    expect((await detailOf(agent)).testRecording).toMatchObject({ isMine: false });
    await socket.page.leave();
  });

  test('[FLOW-05] recordings of tests go after a month, sooner where the team keeps recordings for less; nothing leads nowhere then', async () => {
    const { ana, socket, readyMessage } = await aRecordedTest({
      functions: ['flows.view', 'flows.edit', 'flow-test.run', 'flow-talks.view'],
    });
    const age = (days: number) =>
      db.everyTenant('time passes', (tx) =>
        sql`update flow_test_recording set created_at = now() - ${days} * interval '1 day' where tenant_id = ${ana.tenantId}`.execute(
          tx.as(),
        ),
      );
    const night = () => expireTestRecordingsJob(server.world).run({} as never);
    await age(29);
    await night();
    expect(await kept(ana.tenantId)).toHaveLength(1);
    await db.everyTenant('a shorter term', (tx) =>
      sql`insert into tenant_setting (tenant_id, name, value) values (${ana.tenantId}, 'RecordingRetentionDays', '7')`.execute(
        tx.as(),
      ),
    );
    await age(6);
    await night();
    const [row] = await kept(ana.tenantId);
    await age(8);
    await night();
    expect(await kept(ana.tenantId)).toEqual([]);
    const { rows } = await db.everyTenant('looks', (tx) =>
      sql`select 1 from stored_file where id = ${row!.file_id} and deleted_at is null`.execute(tx.as()),
    );
    expect(rows).toEqual([]);
    expect((await get(readyMessage['recordUrl'] as string, ana.token)).statusCode).toBe(404);
    const talk = await detailOf(ana);
    expect([talk.hasRecording, talk.testRecording, talk.messages.filter(({ recordUrl }) => recordUrl !== '')]).toEqual([
      false,
      null,
      [],
    ]);
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
});
