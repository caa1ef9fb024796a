import type { Page } from '@playwright/test';
import { defaultWall } from '#features/voice/monitoring/contract.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { api, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { agentNow, answer, chooseStatus, hearsMore, press } from './phone/agent-acts.ts';
import { callIn, line, sitDown, SUPPORT } from './phone/agent-page.ts';
import { liveCall } from './phone/as-server.ts';
import { hearsSomebody, listensFor } from './phone/ears.ts';
import { say } from './texts.ts';

const { ana: anaWho, sofia: sofiaWho, valeria } = people;
/** What the issue promises: a change of status is everywhere within a second. */
const SECOND = { timeout: 1_000 };

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });
const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'All groups together' })
    .locator('.wall-figure', { has: page.getByText(name, { exact: true }) })
    .locator('b');
const setMonitoringShown = async (on: boolean) =>
  api(await tokenOf(valeria), 'PUT', '/cc/api/callSettings/v1/update', { TellAgentsWhenMonitored: on });

test.describe('a supervisor looks after the team', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 150_000 });
  test.beforeEach(({ watch }) => watch.allow(/ERR_|WebSocket/));

  test(
    '[CC-09] [STATUS-02] [STATUS-15] a change of status is on the page and on the wall within a second; a supervisor changes it and signs an agent out',
    { tag: '@alone' },
    async ({ visit }) => {
      const ana = await sitDown(visit, anaWho);
      const sofia = await sitDown(visit, sofiaWho, '/seating/seatStatus');
      const wall = await visit(valeria, '/seating/seatStatus?wall=1');
      await expect(wall.getByText('Live', { exact: true })).toBeVisible();
      await expect(line(wall)).toHaveCount(0);
      await expect(rowOf(sofia, anaWho.name)).toContainText('Available');
      const away = Number(await figure(wall, 'Away').textContent());

      await chooseStatus(ana, 'In a meeting');
      await expect(line(ana)).toContainText('In a meeting');
      await expect(rowOf(sofia, anaWho.name)).toContainText('In a meeting', SECOND);
      await expect(figure(wall, 'Away')).toHaveText(String(away + 1), SECOND);

      await rowOf(sofia, anaWho.name)
        .getByRole('button', { name: /Change the status of/ })
        .click();
      await sofia.getByRole('menuitemradio', { name: 'Available' }).click();
      await expect(
        ana.getByText(
          say('en-US', 'notice.statusChangedBy').replace('{name}', sofiaWho.name).replace('{status}', 'Available'),
        ),
      ).toBeVisible();
      await expect(line(ana)).toContainText('Available');
      expect(await agentNow(anaWho)).toMatchObject({ modifiedBy: sofiaWho.name });
      await expect(figure(wall, 'Away')).toHaveText(String(away), SECOND);

      await rowOf(sofia, anaWho.name)
        .getByRole('button', { name: `Sign ${anaWho.name} out` })
        .click();
      await sofia.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
      await expect(rowOf(sofia, anaWho.name)).toContainText('Offline');
      await expect(line(ana)).not.toContainText('Available');
      expect(await agentNow(anaWho)).toMatchObject({ status: AgentStatus.offline, reason: 'forced' });
    },
  );

  test('[CC-09] limits of the team colour the wall at once', async ({ visit }) => {
    const owner = await visit(valeria, '/seating/seatStatus?tab=groups');
    const wall = await visit(valeria, '/seating/seatStatus?wall=1');
    await owner.getByRole('button', { name: 'Warnings and wall' }).click();
    const limits = owner.getByRole('dialog').getByRole('group', { name: 'Callers waiting' });
    await limits.getByLabel('Warns at').fill('0');
    await limits.getByLabel('Alarms at').fill('0');
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const waiting = wall.locator('.wall-all .wall-figure', { has: wall.getByText('Waiting', { exact: true }) });
    await expect(waiting).toHaveAttribute('data-alert', 'alarm');
    const alarms = wall.getByRole('region', { name: 'Alarms' });
    await expect(alarms).toContainText('Waiting');
    await alarms.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(alarms).toHaveCount(0);
    await api(await tokenOf(valeria), 'PUT', '/cc/api/callMonitoring/v1/wall', defaultWall);
    await expect(waiting).toHaveAttribute('data-alert', 'calm');
  });

  test(
    '[CC-09] [CALL-09] [CALL-26] [PHONE-06] a call is listened to, whispered into, joined and taken over; each side hears what it should',
    { tag: '@alone' },
    async ({ visit }) => {
      const ana = await sitDown(visit, anaWho);
      const sofia = await sitDown(visit, sofiaWho, '/seating/seatStatus');
      const wall = await visit(valeria, '/seating/seatStatus?wall=1');
      await expect(wall.getByText('Live', { exact: true })).toBeVisible();
      const talking = Number(await figure(wall, 'Talking').textContent());
      // The customer says nothing: whoever is heard is the agent or the supervisor, whose microphones beep.
      const customer = await callIn(SUPPORT, 'silent');
      await answer(ana);
      const [anaToken, sofiaToken] = [await tokenOf(anaWho), await tokenOf(sofiaWho)];
      const { callId } = (await liveCall(anaToken))!;
      await expect(figure(wall, 'Talking')).toHaveText(String(talking + 1), SECOND);
      await expect(rowOf(sofia, anaWho.name)).toContainText('Talking', SECOND);

      const sofiaHears = await hearsSomebody(sofia);
      await rowOf(sofia, anaWho.name).getByRole('button', { name: 'Listen' }).click();
      await expect(sofia).toHaveURL(/\/workBench/);
      await expect
        .poll(() => liveCall(sofiaToken))
        .toMatchObject({ callId, role: 'supervisor', monitorMode: 'listen', agentName: anaWho.name });
      await expect(sofia.getByRole('main').getByText(`Listening in on ${anaWho.name}`)).toBeVisible();
      await expect.poll(sofiaHears, { timeout: 20_000 }).toBe(true);

      // With the agent's microphone off only the supervisor speaks, and while listening nobody hears it.
      await press(ana, /^Mute/);
      await listensFor(ana, 1_000);
      const [customerHeardMs, anaHearsListening] = [await hearsMore(customer), await hearsSomebody(ana)];
      await listensFor(ana, 2_500);
      expect([await customerHeardMs(), await anaHearsListening()]).toEqual([0, false]);

      await sofia.getByRole('main').getByText('Whisper', { exact: true }).click();
      await expect.poll(async () => (await liveCall(sofiaToken))?.monitorMode).toBe('whisper');
      const anaHearsWhisper = await hearsSomebody(ana);
      await expect.poll(anaHearsWhisper, { timeout: 20_000 }).toBe(true);
      await listensFor(ana, 1_000);
      expect(await customerHeardMs()).toBe(0);

      await sofia.getByRole('main').getByText('Join', { exact: true }).click();
      await expect.poll(async () => (await liveCall(sofiaToken))?.monitorMode).toBe('barge');
      const anaHearsBarge = await hearsSomebody(ana);
      await expect.poll(customerHeardMs, { timeout: 20_000 }).toBeGreaterThan(100);
      await expect.poll(anaHearsBarge, { timeout: 20_000 }).toBe(true);

      await press(sofia, 'Take over the call');
      await expect(sofia.getByRole('alertdialog')).toContainText(`Take over the call of ${anaWho.name}?`);
      await sofia.getByRole('alertdialog').getByRole('button', { name: 'Take over the call' }).click();
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
    },
  );

  test('[CALL-09] [CC-09] whoever listens stays on the workbench with the group beside the call; the agent is told by whom, as the organisation wants', async ({
    visit,
  }) => {
    await setMonitoringShown(true);
    try {
      const ana = await sitDown(visit, anaWho);
      const sofia = await sitDown(visit, sofiaWho, '/seating/seatStatus');
      const customer = await callIn(SUPPORT, 'silent');
      await answer(ana);
      await rowOf(sofia, anaWho.name).getByRole('button', { name: 'Listen' }).click();
      await expect(sofia).toHaveURL(/\/workBench/);
      const beside = sofia.getByRole('region', { name: / now$/ });
      await expect(beside.getByRole('list', { name: 'Agents' })).toContainText(anaWho.name);
      await expect(beside.getByRole('list', { name: 'Agents' })).toContainText('Talking');
      const listeners = ana.getByRole('list', { name: 'Who listens to this call' }).first();
      await expect(listeners).toContainText(`${sofiaWho.name} is listening to this call.`);
      await sofia.getByRole('main').getByText('Whisper', { exact: true }).click();
      await expect(listeners).toContainText(`${sofiaWho.name} speaks to you alone.`);

      await sofia.getByRole('main').getByRole('button', { name: 'Stop listening' }).click();
      await expect(beside).toHaveCount(0);
      await expect(sofia).toHaveURL(/\/workBench/);
      await expect(ana.getByText(`${sofiaWho.name} is no longer in your call.`)).toBeVisible();
      await expect(listeners).toHaveCount(0);
      await press(ana, /^Hang up/);
      await expect.poll(async () => (await customer()).state).toBe('ended');
    } finally {
      await setMonitoringShown(false);
    }
  });
});
