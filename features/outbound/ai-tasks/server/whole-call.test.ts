import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { fakeDetector } from '#adapters/speech/fake/fake-detector.ts';
import { fakeRecognizer } from '#adapters/speech/fake/fake-recognizer.ts';
import { fakeVoice } from '#adapters/speech/fake/fake-voice.ts';
import { absentSpeech } from '#core/speech/absent-speech.fixture.ts';
import { NOON, numberOf } from '#features/outbound/preview/server/preview.fixture.ts';
import { systemClock } from '#platform/server/clock.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { testServer } from '#test/test-server.ts';
import { aTeamOfFlows } from './ai-tasks.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });
const SOON = { timeout: 50_000, interval: 50 };
const voice = fakeVoice();
const server = await testServer({
  clock: { ...systemClock, nowMs: () => NOON },
  embeddedSpeech: {
    ...absentSpeech('none'),
    voice,
    recognizer: fakeRecognizer(),
    detector: fakeDetector(),
    state: () => ({ at: 'ready' }),
  },
});
afterAll(server.close);
const { telephony } = server;

/** A team whose calls leave, and a task of one customer that was started. */
async function aStartedTask(first: number, settings: object = {}) {
  const team = await aTeamOfFlows(server);
  const { rows, aTask, planner, post, calls, tenantId } = team;
  await rows(sql`insert into trunk (name, carrier) values ('A', 'rehearsal')`);
  await rows(sql`insert into external_number (number, country_iso2) values (${`525551${tenantId}`}, 'MX')`);
  const id = await aTask(1, settings, first);
  expect((await post(planner, 'updateStatus', { id, move: 'start' })).data).toEqual({ status: 2 });
  return {
    ...team,
    id,
    rung: async () => {
      await expect.poll(() => telephony.ringTo(numberOf(first)), SOON).toBeDefined();
      return telephony.ringTo(numberOf(first))!;
    },
    call: async () => (await calls(id))[0],
  };
}

test('[TASK-02] [TASK-04] a flow calls somebody: it spoke before it dialled, talks, and what came of it is told', async () => {
  const { rung, call, customers, id, get, planner } = await aStartedTask(200);
  const leg = await rung();
  expect(
    voice.asks.map(({ text }) => text),
    'before anything rang',
  ).toEqual(expect.arrayContaining(['You owe $00.', 'When will you pay?']));
  telephony.rings(leg);
  await expect.poll(async () => (await call())?.status, SOON).toBe(AiCallStatus.ringing);
  telephony.picksUp(leg);
  await expect
    .poll(call, SOON)
    .toMatchObject({ status: AiCallStatus.talking, condition: 1, connectionStatus: 5, isOver: false });
  telephony.hangsUp(leg);
  await expect
    .poll(call, SOON)
    .toMatchObject({ status: AiCallStatus.talked, result: AiCallResult.userQuickHangup, connectionStatus: 0 });
  await expect.poll(async () => (await customers(id))[0]?.orderStatus, SOON).toBe(2);
  expect((await customers(id))[0]).toMatchObject({ attempts: 1, condition: 1, closedBy: 'result' });
  await expect.poll(async () => (await get(planner, 'detail', { id })).data.status, SOON).toBe(3);
});

test('[TASK-02] [TASK-04] somebody of the team ends the call a moment after it was answered', async () => {
  const { rung, call, post, planner } = await aStartedTask(210);
  const leg = await rung();
  telephony.rings(leg);
  telephony.picksUp(leg);
  await expect.poll(async () => (await call())?.connectionStatus, SOON).toBe(5);
  const { attemptId } = (await call())!;
  expect((await post(planner, 'callOperate', { operate: 'hangUp', attemptId })).code).toBe(0);
  await expect.poll(async () => (await call())?.result, SOON).toBe(AiCallResult.agentQuickHangup);
  expect((await post(planner, 'callOperate', { operate: 'hangUp', attemptId })).code, 'it is over').not.toBe(0);
});

test('[TASK-04] whoever cannot be spoken to is not dialled', async () => {
  voice.fails('slow');
  // Nobody was told this before.
  const { call } = await aStartedTask(220, { flowValues: { amount: 'phone' } });
  await expect
    .poll(call, SOON)
    .toMatchObject({ status: AiCallStatus.ttsFailed, result: AiCallResult.systemException, condition: 2 });
  expect(telephony.ringTo(numberOf(220))).toBeUndefined();
});
