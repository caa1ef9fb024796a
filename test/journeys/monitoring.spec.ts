import type { Page } from '@playwright/test';
import { people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { agentNow, answer, chooseStatus, hearsMore, press } from './phone/agent-acts.ts';
import { callIn, line, sitDown } from './phone/agent-page.ts';
import { liveCall } from './phone/as-server.ts';
import { hearsSomebody } from './phone/ears.ts';
import { say } from './texts.ts';

const { ana: anaWho, sofia: sofiaWho, valeria } = people;
/** What the issue promises: a change of status is everywhere within a second. */
const SECOND = { timeout: 1_000 };

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });
const figure = (page: Page, name: string) => page.getByRole('region', { name: 'All groups together' }).locator('.wall-figure', { hasText: name }).locator('b');

test.describe('a supervisor looks after the team', () => {
  test.describe.configure({ timeout: 150_000 });
  test.beforeEach(({ watch }) => watch.allow(/ERR_|WebSocket/));

  test('[CC-09] [STATUS-02] [STATUS-15] [CALL-09] [CALL-26] [PHONE-06] a status is seen on page and wall and changed; a call is listened to, whispered into, joined and taken over', async ({ visit }) => {
    const ana = await sitDown(visit, anaWho);
    const sofia = await sitDown(visit, sofiaWho, '/seating/seatStatus');
    const wall = await visit(valeria, '/seating/seatStatus?wall=1');
    await expect(wall.getByRole('banner')).toHaveCount(1);
    await expect(wall.getByText('Live', { exact: true })).toBeVisible();
    await expect(wall.getByRole('navigation')).toHaveCount(0);
    await expect(rowOf(sofia, anaWho.name)).toContainText('Available');
    const away = Number(await figure(wall, 'Away').textContent());

    await chooseStatus(ana, 'In a meeting');
    await expect(line(ana)).toContainText('In a meeting');
    await expect(rowOf(sofia, anaWho.name)).toContainText('In a meeting', SECOND);
    await expect(figure(wall, 'Away')).toHaveText(String(away + 1), SECOND);

    await rowOf(sofia, anaWho.name).getByRole('button', { name: /Change the status of/ }).click();
    await sofia.getByRole('menuitemradio', { name: 'Available' }).click();
    await expect(ana.getByText(say('en-US', 'notice.statusChangedBy').replace('{name}', sofiaWho.name).replace('{status}', 'Available'))).toBeVisible();
    await expect(line(ana)).toContainText('Available');
    expect(await agentNow(anaWho)).toMatchObject({ modifiedBy: sofiaWho.name });

    const talking = Number(await figure(wall, 'Talking').textContent());
    const customer = await callIn();
    await answer(ana);
    const [anaToken, sofiaToken] = [await tokenOf(anaWho), await tokenOf(sofiaWho)];
    const { callId } = (await liveCall(anaToken))!;
    await expect(figure(wall, 'Talking')).toHaveText(String(talking + 1), SECOND);
    await expect(rowOf(sofia, anaWho.name)).toContainText('Talking', SECOND);

    const hears = await hearsSomebody(sofia);
    await rowOf(sofia, anaWho.name).getByRole('button', { name: 'Listen' }).click();
    await expect(sofia).toHaveURL(/\/workBench/);
    await expect.poll(() => liveCall(sofiaToken)).toMatchObject({ callId, role: 'supervisor', monitorMode: 'listen', agentName: anaWho.name });
    await expect.poll(hears, { timeout: 20_000 }).toBe(true);
    await sofia.getByRole('main').getByText('Whisper', { exact: true }).click();
    await expect.poll(async () => (await liveCall(sofiaToken))?.monitorMode).toBe('whisper');
    await sofia.getByRole('main').getByText('Join', { exact: true }).click();
    await expect.poll(async () => (await liveCall(sofiaToken))?.monitorMode).toBe('barge');

    await press(sofia, 'Take over the call');
    await expect(ana.getByText('A supervisor took over your call.')).toBeVisible();
    await expect(line(ana)).toContainText('Wrap-up');
    await expect.poll(() => liveCall(sofiaToken)).toMatchObject({ callId, role: 'agent', state: 'talking' });
    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs).toBeGreaterThan(100);
    // An ordinary call of hers from here on.
    await press(sofia, /^Hold/);
    await expect.poll(async () => (await liveCall(sofiaToken))?.held).toBe('customer');
    await press(sofia, /^Resume/);
    await press(sofia, /^Hang up/);
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await expect(figure(wall, 'Talking')).toHaveText(String(talking));
  });
});
