import type { Page } from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { api, ownerToken, people, tokenOf, type DemoPerson } from './api.ts';
import { expect, test } from './fixture.ts';
import {
  agentNow,
  answer,
  chooseStatus,
  detail,
  done,
  hearsMore,
  letCustomerSpeak,
  press,
  ringFor,
  rings,
  setting,
} from './phone/agent-acts.ts';
import { callIn, line, sitDown } from './phone/agent-page.ts';
import { liveCall } from './phone/as-server.ts';
import { played } from './phone/ears.ts';
import { say } from './texts.ts';

const SALES = '525550000101';

const wantOut = async (page: Page, { name }: DemoPerson): Promise<void> => {
  await page.getByRole('button', { name: `Your account: ${name}` }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
};

/** Signs out as people do, in a call after a question; answers what the server was told, in order. */
async function signOut(page: Page, person: DemoPerson, isInCall = false): Promise<string[]> {
  const steps: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (!/agentStatus\/v1\/(event|web|wrapUp)$|user\/logout$/.test(path)) return;
    const { status = '' } = (request.postDataJSON() ?? {}) as { status?: number | string };
    steps.push(`${path.split('/').at(-1)} ${status}`.trim());
  });
  await wantOut(page, person);
  if (isInCall) await page.getByRole('dialog').getByRole('button', { name: 'Hang up and leave' }).click();
  await expect(page).toHaveURL(/\/login\?reason=signedOut/);
  return steps;
}

test.describe('the rules of calls in the page', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeEach(({ watch }) => watch.allow(/ERR_|WebSocket/));

  test('[CALL-12] with auto-answer the call is there after a second, with its tone, and both hear each other', async ({
    visit,
  }) => {
    const token = await tokenOf(people.ana);
    const autoAnswer = (autoAnswerEnable: boolean) =>
      api(token, 'POST', '/cc/api/agent/v1/autoAnswer', { autoAnswerEnable });
    const ana = await sitDown(visit, people.ana);
    await autoAnswer(true);
    try {
      const customer = await callIn();
      await expect(line(ana)).toContainText('In a call', { timeout: 20_000 });
      const [ring] = await played(ana, ToneFlag.ringIn);
      const [connected] = await played(ana, ToneFlag.inConnected);
      expect(ring!.endMs! - ring!.startMs).toBeGreaterThanOrEqual(950);
      expect(connected!.startMs).toBeGreaterThanOrEqual(ring!.endMs!);
      const heardMs = await hearsMore(customer);
      await expect.poll(heardMs).toBeGreaterThan(100);
      await letCustomerSpeak(ana);
      await press(ana, /^Hang up/);
      await expect(line(ana)).toContainText('Wrap-up');
    } finally {
      await autoAnswer(false);
    }
  });

  test('[CALL-10] [CALL-11] a hold that lasts too long is released, a call that lasts too long is ended, held or not; both say so', async ({
    visit,
    watch,
  }) => {
    // Page and server both take them back; the page’s word may come when the call is hung up.
    watch.allow(/404.*calls\/v1\/unhold/);
    await setting('maxCallHoldTime', 2);
    try {
      const ana = await sitDown(visit, people.ana);
      const token = await tokenOf(people.ana);
      await callIn();
      await answer(ana);
      await press(ana, /^Hold/);
      await expect(line(ana)).toContainText('On hold');
      await expect(ana.getByText(say('en-US', 'notice.holdLimit'))).toBeVisible();
      await expect(line(ana)).toContainText('In a call');
      expect(await liveCall(token)).toMatchObject({ held: null, holdEndsMs: null });
      await press(ana, /^Hang up/);
      await setting('maxCallHoldTime');
      await setting('maxDurationOfSingleCall', 6);
      await done(ana);

      const customer = await callIn();
      await answer(ana);
      const { callId, answeredMs, callEndsMs } = (await liveCall(token))!;
      expect(callEndsMs! - answeredMs!).toBe(6_000);
      await press(ana, /^Hold/);
      await expect(line(ana)).toContainText('On hold');
      await expect(ana.getByText(say('en-US', 'v5.autoHangUpTip'))).toBeVisible();
      await expect(line(ana)).toContainText('Wrap-up');
      await expect.poll(async () => (await customer()).state).toBe('ended');
      await expect.poll(async () => (await detail(callId)).endTime).not.toBeNull();
      const { answerTime, endTime, statusName } = await detail(callId);
      expect(statusName).toBe('Talked');
      // Told in whole seconds.
      expect(Math.abs(fromWireTime(endTime!) - fromWireTime(answerTime!) - 6_000)).toBeLessThanOrEqual(2_000);
    } finally {
      await setting('maxCallHoldTime');
      await setting('maxDurationOfSingleCall');
    }
  });

  test('[STATUS-11] signing out in a call asks first; then 68, logout-web, the session; nobody is left in a call, the record is whole', async ({
    visit,
  }) => {
    const ana = await sitDown(visit, people.ana);
    const customer = await callIn();
    await answer(ana);
    const { callId } = (await liveCall(await tokenOf(people.ana)))!;
    await wantOut(ana, people.ana);
    await ana.getByRole('dialog', { name: 'You are in a call' }).getByRole('button', { name: 'Stay' }).click();
    expect((await customer()).state, 'nobody was hung up on').not.toBe('ended');
    expect(await signOut(ana, people.ana, true)).toEqual([
      `event ${AgentStatus.leavingInCall}`,
      'web logout-web',
      'logout',
    ]);
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await expect
      .poll(() => agentNow(people.ana))
      .toMatchObject({ status: AgentStatus.offline, call: null, wrapUp: null });
    await expect
      .poll(() => detail(callId))
      .toMatchObject({ statusName: 'Talked', endedBy: 'agent', endTime: expect.any(String) });
  });

  test('[STATUS-11] signing out after a call: 68, the work after it, logout-web, the session', async ({ visit }) => {
    const ana = await sitDown(visit, people.ana);
    await callIn();
    await answer(ana);
    await press(ana, /^Hang up/);
    await expect(line(ana)).toContainText('Wrap-up');
    expect(await signOut(ana, people.ana)).toEqual([
      `event ${AgentStatus.leavingInCall}`,
      'wrapUp',
      'web logout-web',
      'logout',
    ]);
    await expect
      .poll(() => agentNow(people.ana))
      .toMatchObject({ status: AgentStatus.offline, call: null, wrapUp: null });
  });

  test('[STATUS-04] [complaint 7] lunch, then available, then hang up: available', async ({ visit }) => {
    const ana = await sitDown(visit, people.ana);
    await callIn();
    await answer(ana);
    await chooseStatus(ana, 'Meal break');
    await expect.poll(async () => (await agentNow(people.ana)).nextStatus).toBe(AgentStatus.eating);
    await chooseStatus(ana, 'Available');
    await expect.poll(async () => (await agentNow(people.ana)).nextStatus).toBe(AgentStatus.available);
    await press(ana, /^Hang up/);
    await done(ana);
    await expect(line(ana)).toContainText('Available');
    // The page is told of the status before what was planned is struck off.
    await expect.poll(() => agentNow(people.ana)).toMatchObject({ status: AgentStatus.available, nextStatus: null });
  });

  test('[STATUS-06] [complaint 8] missed, rejected and device error are three reasons; the caller goes on, and only who missed it is on break', async ({
    visit,
  }) => {
    await ringFor('Support', 10);
    try {
      const [ana, budi] = [await sitDown(visit, people.ana), await sitDown(visit, people.budi)];
      const customer = await callIn();
      await rings(ana);
      const { callId } = (await liveCall(await tokenOf(people.ana)))!;
      await expect(ana.getByRole('dialog', { name: say('en-US', 'notice.idle') })).toBeVisible({ timeout: 20_000 });
      await expect(line(ana)).toContainText('On break');
      expect(await agentNow(people.ana)).toMatchObject({ status: AgentStatus.onBreak, reason: 'missed' });

      await rings(budi);
      await budi.keyboard.press('Alt+x');
      await expect(line(budi)).toContainText('Available');

      await budi.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('unplugged', 'NotFoundError'));
      });
      await rings(budi);
      await budi.keyboard.press('Alt+a');
      const reasons = async () =>
        (await detail(callId)).events
          .filter(({ type }) => type === 'agentMissed')
          .map((one) => [one.userName, one.detail['reason']]);
      await expect.poll(reasons, { timeout: 15_000 }).toEqual([
        [people.ana.name, 'missed'],
        [people.budi.name, 'rejected'],
        [people.budi.name, 'deviceError'],
      ]);
      expect(await agentNow(people.budi)).toMatchObject({ status: AgentStatus.available });
      expect((await customer()).state).toBe('talking');
    } finally {
      await ringFor('Support');
    }
  });

  test('[STATUS-10] [complaint 10] who answers for several groups is offered nobody until the work after the call is done', async ({
    visit,
  }) => {
    const ana = await sitDown(visit, people.ana);
    await callIn();
    await answer(ana);
    await press(ana, /^Hang up/);
    await expect(line(ana)).toContainText('Wrap-up');
    const owner = await ownerToken();
    await Promise.all([callIn(), callIn(SALES)]);
    const waiting = async () =>
      (
        await api<{ list: { callId: string; offeredTo: number | null }[] }>(
          owner,
          'POST',
          '/cc/api/agentGroup/v1/waiting',
          {},
        )
      ).list;
    await expect.poll(async () => (await waiting()).length).toBe(2);
    // The line has looked for somebody for both of them, and found nobody.
    const callers = await waiting();
    expect(callers.map(({ offeredTo }) => offeredTo)).toEqual([null, null]);
    const before = (await played(ana, ToneFlag.ringIn)).length;
    const doneMs = Date.now();
    await done(ana);
    await rings(ana);
    const [ring, ...others] = (await played(ana, ToneFlag.ringIn)).slice(before);
    expect([ring!.startMs >= doneMs, others.length]).toEqual([true, 0]);
    expect((await waiting()).filter(({ offeredTo }) => offeredTo !== null)).toHaveLength(1);
  });

  test(
    '[CALL-02] [complaint 5] the bell stops within half a second when the caller gives up, and it is no missed call',
    { tag: '@alone' },
    async ({ visit }) => {
      const ana = await sitDown(visit, people.ana);
      const customer = await callIn();
      await rings(ana);
      const [owner, { customerId }] = [await ownerToken(), await customer()];
      const gaveUpMs = Date.now();
      await api(owner, 'POST', '/cc/api/rehearsal/v1/hangUp', { customerId });
      await expect.poll(async () => (await played(ana, ToneFlag.ringIn))[0]?.endMs).not.toBeNull();
      const [ring, ...others] = await played(ana, ToneFlag.ringIn);
      expect(ring!.endMs! - gaveUpMs).toBeLessThan(500);
      expect(others).toEqual([]);
      await expect(line(ana)).toContainText('Available');
      await expect(ana.getByRole('dialog', { name: say('en-US', 'notice.idle') })).toHaveCount(0);
    },
  );
});
