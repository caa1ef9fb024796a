import type { Page } from '@playwright/test';
import { people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { agentNow, answer, detail, done, press } from './phone/agent-acts.ts';
import { line, sitDown } from './phone/agent-page.ts';
import { liveCall, standsAs } from './phone/as-server.ts';
import { hearsSomebody } from './phone/ears.ts';
import { button, callClock, took } from './phone/in-call.ts';
import { killServer } from './server-pid.ts';

/** Played where calls outlive the server, with EXCHANGE=asterisk (`serve-asterisk.ts`). */
test.describe('a call outlives the server', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 180_000 });

  const banner = (page: Page) => page.getByText('The connection was lost. Reconnecting…').first();
  const hear = async (...pages: Page[]): Promise<void> => {
    for (const hears of await Promise.all(pages.map(hearsSomebody)))
      await expect.poll(hears, { timeout: 20_000, intervals: [50] }).toBe(true);
  };

  test('killed in a talk, it leaves two people talking; the next finds their call, the page keeps its buttons, one record tells it to the second', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|Failed to load|50[0-9]/);
    const [ana, budi] = [await sitDown(visit, people.ana), await sitDown(visit, people.budi)];
    const anaToken = await tokenOf(people.ana);
    const { sipNumber } = await agentNow(people.budi);
    await button(ana, /^Open the phone/).click();
    // Before the page knows the numbers it may show it asks for one.
    await expect(button(ana, /^Country: /)).toContainText('+1');
    await ana.getByLabel('Phone number').fill(sipNumber);
    await ana.keyboard.press('Enter');
    await answer(budi);
    await expect(line(ana)).toContainText('In a call', { timeout: 15_000 });
    await hear(ana, budi);
    const { callId } = (await liveCall(anaToken))!;
    const startedMs = Date.now();
    const before = await callClock(ana);

    killServer();
    const killedMs = Date.now();
    // Nobody is there to connect anybody, and they hear one another.
    await hear(ana, budi);
    took('heard one another after the kill', killedMs);
    await expect(banner(ana)).toBeVisible();
    await expect(banner(ana)).toHaveCount(0, { timeout: 60_000 });
    took('the page was back', killedMs);
    await expect(line(ana)).toContainText('In a call');
    await expect(line(budi)).toContainText('In a call');
    await hear(ana, budi);
    expect(await callClock(ana)).toBeGreaterThan(before);
    expect((await liveCall(anaToken))?.callId).toBe(callId);

    await press(ana, /^Hold/);
    await standsAs(ana, anaToken, { held: 'customer', transfer: null });
    await press(ana, /^Resume/);
    await standsAs(ana, anaToken, { held: null, transfer: null });
    await hear(ana, budi);
    await press(ana, /^Hang up/);
    const lastedMs = Date.now() - startedMs;
    await expect(line(budi)).not.toContainText('In a call');
    await expect.poll(async () => (await detail(callId)).endTime, { timeout: 20_000 }).not.toBeNull();
    const { statusName, callDuration, holdSec } = await detail(callId);
    expect(statusName).toBe('Talked');
    expect(Math.abs((callDuration + holdSec) * 1_000 - lastedMs)).toBeLessThan(4_000);
    for (const page of [ana, budi]) if ((await line(page).innerText()).includes('Wrap-up')) await done(page);
  });
});
