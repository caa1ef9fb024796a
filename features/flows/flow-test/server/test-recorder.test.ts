import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { fakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { TEST_RECORDING_MAX_MS, testRecordingId } from '#core/flow-test/test-recording.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import type { TalkMessage } from '#features/flows/flow-talks/server/index.ts';
import { openLog } from '#platform/server/log.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openTestRecorder } from './test-recorder.ts';

const server = await testServer();
afterAll(server.close);
const { db, files, clock } = server.world;
let made = 0;

/** A phone of a tester that was answered and is recorded; `hasTalk`: the conversation is stored. */
async function aRecordedPhone({ hasTalk = true }: { hasTalk?: boolean } = {}) {
  const { tenantId, userId } = await aMember(db, await aTenant(db));
  const talkId = `recorded-test-${(made += 1)}`;
  if (hasTalk)
    await db.everyTenant('a test', (tx) =>
      sql`insert into flow_talk (tenant_id, talk_id, source, mode, flow_name, user_id, language, node, started_at) values (${tenantId}, ${talkId}, 'test', 'voice', 'Reception', ${userId}, 'en', 'n', now())`.execute(
        tx.as(),
      ),
    );
  const telephony = fakeTelephony();
  const problems: string[] = [];
  const timers: { ms: number; act(): void }[] = [];
  const recorder = openTestRecorder(
    { db, files, clock, log: openLog('error', { write: (line) => void problems.push(line) }) },
    telephony,
    (ms, act) => {
      timers.push({ ms, act });
      return () => {};
    },
  );
  const account = `test-${talkId}`;
  const leg = legId(testRecordingId(talkId));
  const paths: string[] = [];
  telephony.onEvent((event) => void (event.type === 'recorded' && paths.push(event.path)));
  telephony.registers(account);
  await telephony.ring(leg, { account }, { tenantId: 1, callerId: '1', timeoutMs: 60_000 });
  telephony.picksUp(leg);
  await recorder.begin(leg);
  telephony.passMs(1_000);
  const messages: TalkMessage[] = [];
  const over = Promise.withResolvers<void>();
  const keep = () =>
    recorder.keep(
      leg,
      { tenantId, userId, talkId, startedMs: clock.nowMs(), over: over.promise },
      (message) => void messages.push(message),
    );
  const kept = async () =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{ duration_ms: number }>`select duration_ms from flow_test_recording where tenant_id = ${tenantId}`.execute(
          tx.as(),
        ),
      )
    ).rows;
  return { telephony, recorder, leg, talkId, over, messages: messages, problems, timers, paths, keep, kept };
}

test('[FLOW-05] a recording is stored and told when conversation and recording are both over, whichever comes first', async () => {
  for (const first of ['recording', 'conversation']) {
    const phone = await aRecordedPhone();
    phone.keep();
    if (first === 'recording') phone.telephony.hangsUp(phone.leg);
    else phone.over.resolve();
    expect(await phone.kept()).toEqual([]);
    if (first === 'recording') phone.over.resolve();
    else phone.telephony.hangsUp(phone.leg);
    await vi.waitFor(
      () =>
        expect(phone.messages).toMatchObject([
          {
            msgType: MessageType.recordingReady,
            recordUrl: `/cc/api/flowTest/v1/recording/${phone.talkId}`,
            msgInfo: { durationMs: 1_000 },
          },
        ]),
      10_000,
    );
    expect(await phone.kept()).toEqual([{ duration_ms: 1_000 }]);
    expect(phone.paths.map((path) => existsSync(path))).toEqual([false]);
  }
});

test('[FLOW-05] no test is recorded for longer than half an hour', async () => {
  const phone = await aRecordedPhone();
  phone.keep();
  expect(phone.timers.map(({ ms }) => ms)).toEqual([TEST_RECORDING_MAX_MS]);
  phone.timers[0]!.act();
  phone.telephony.passMs(5_000);
  phone.telephony.hangsUp(phone.leg);
  phone.over.resolve();
  await vi.waitFor(async () => expect(await phone.kept()).toEqual([{ duration_ms: 1_000 }]), 10_000);
});

test('[FLOW-05] what cannot be stored leaves a conversation without recording: nothing is told, nothing stays on the disk', async () => {
  const phone = await aRecordedPhone({ hasTalk: false });
  phone.keep();
  phone.telephony.hangsUp(phone.leg);
  phone.over.resolve();
  await vi.waitFor(() => expect(phone.problems).toHaveLength(1), 10_000);
  expect([phone.messages, phone.paths.map((path) => existsSync(path))]).toEqual([[], [false]]);
  const neverBegan = await aRecordedPhone();
  neverBegan.telephony.hangsUp(neverBegan.leg);
  await vi.waitFor(() => expect(neverBegan.paths.map((path) => existsSync(path))).toEqual([false]), 10_000);
});

test('[FLOW-05] a server that stops hangs up and stores what was recorded', async () => {
  const phone = await aRecordedPhone();
  phone.keep();
  phone.telephony.onEvent((event) => void (event.type === 'legEnded' && phone.over.resolve()));
  await phone.recorder.stop();
  expect(await phone.kept()).toEqual([{ duration_ms: 1_000 }]);
});
