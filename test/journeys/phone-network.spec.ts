import type { Page } from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { ORIGIN, api, ownerToken, people, quiet, tokenOf, type DemoPerson } from './api.ts';
import { expect, expectWhole, test } from './fixture.ts';
import { openWire } from './wire.ts';
import { callIn, freePhone, line, sitDown } from './phone/agent-page.ts';
import { hearsSomebody } from './phone/ears.ts';
import { freeze } from './phone/freeze.ts';
import { button, callClock, customerHears, took, visiting } from './phone/in-call.ts';
import { putMediaNetwork, type MediaNetwork } from './phone/media-relay.ts';
import { watchPhones, type PhoneSocket } from './phone/phone-sockets.ts';
import { sitDown as sitAtPhone } from './phone/phones.ts';
import { killServer } from './server-pid.ts';

/** Repeats what is said to it: whoever hears something is heard, too. */
const ECHO = '4155550101';

async function dial(page: Page, number: string): Promise<number> {
  await button(page, /^Open the phone/).click();
  // A number without a country is nobody's.
  await expect(button(page, /^Country: /)).toContainText('+1');
  await page.getByLabel('Phone number').fill(number);
  const pressedAt = Date.now();
  await page.keyboard.press('Enter');
  return pressedAt;
}

const banner = (page: Page) => page.getByText('The connection was lost. Reconnecting…').first();

interface Seen {
  name: string;
  userId: number;
  status: number;
  whyNotRoutable: string | null;
}

/** An agent as the supervisor sees them. */
async function seenBySupervisor({ name }: DemoPerson): Promise<Seen> {
  const { list } = await api<{ list: Seen[] }>(await ownerToken(), 'POST', '/cc/api/agentStatus/v1/list', {
    size: 100,
  });
  return list.find((one) => one.name === name)!;
}

/** Ends the call and the work after it. */
async function hangUp(page: Page): Promise<void> {
  await button(page, /^Hang up/).click();
  await expect(line(page)).toContainText('Wrap-up');
  await button(page, /^Status: /).click();
  await button(page, /^I am done/).click();
  await expect(line(page)).toContainText('Available');
}

/** Chooses a status in the menu of the pill. */
async function choose(page: Page, status: string): Promise<void> {
  await button(page, /^Status: /).click();
  await page.getByRole('radio', { name: status, exact: true }).click();
  await expect(line(page)).toContainText(status);
}

test.describe('the agent’s phone and a poor network', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test(
    '[CALL-08] [complaint 3] the network changes in a call: sound is back both ways within five seconds, the timer goes on, hanging up arrives',
    { tag: '@alone' },
    async ({ visit, watch }) => {
      watch.allow(/ERR_|WebSocket/);
      let network!: MediaNetwork;
      const ana = await sitDown(
        visiting(visit, {}, async (context) => void (network = await putMediaNetwork(context))),
        people.ana,
      );
      await dial(ana, ECHO);
      await expect(line(ana)).toContainText('In a call', { timeout: 15_000 });
      await expect.poll(await hearsSomebody(ana), { timeout: 15_000 }).toBe(true);
      const before = await callClock(ana);

      const pulledAt = Date.now();
      network.pull();
      const heardAgain = await hearsSomebody(ana);
      await expect(banner(ana)).toBeVisible();
      await expect.poll(heardAgain, { timeout: 15_000, intervals: [50] }).toBe(true);
      expect(took('sound back', pulledAt)).toBeLessThan(5_000);
      expect(await callClock(ana)).toBeGreaterThanOrEqual(before);
      await hangUp(ana);
      await expect.poll(async () => (await seenBySupervisor(people.ana)).whyNotRoutable).toBeNull();
      network.close();
    },
  );

  test('[complaint 2] [complaint 3] five seconds without the server in a call: it goes on, and afterwards everything works', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|Failed to load/);
    const wire = await openWire();
    const ana = await sitDown(visiting(visit, { baseURL: wire.origin }), people.ana);
    const customer = await callIn();
    await button(ana, /^Answer/).click({ timeout: 20_000 });
    await expect(line(ana)).toContainText('In a call');
    await customerHears(customer);
    const before = await callClock(ana);

    await wire.cut();
    const cutAt = Date.now();
    await expect(banner(ana)).toBeVisible();
    await customerHears(customer);
    // Said to nobody: it must be heard afterwards.
    const { userId } = await seenBySupervisor(people.ana);
    await api(await ownerToken(), 'POST', '/cc/api/agentStatus/v1/change', { userId, status: AgentStatus.meeting });
    await customerHears(customer, Math.max(1_000, 5_000 - (Date.now() - cutAt)));
    await expect.poll(() => Date.now() - cutAt, { timeout: 10_000 }).toBeGreaterThanOrEqual(5_000);
    await expect(line(ana)).toContainText('In a call');
    await wire.mend();
    await expect(banner(ana)).toHaveCount(0, { timeout: 15_000 });
    expect(await callClock(ana)).toBeGreaterThanOrEqual(before);
    await button(ana, /^Hold/).click();
    await expect(line(ana)).toContainText('On hold');
    await button(ana, /^Resume/).click();
    await expect(line(ana)).toContainText('In a call');
    await customerHears(customer);
    await button(ana, /^Hang up/).click();
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await expect(line(ana)).toContainText('Wrap-up');
    await button(ana, /^I am done/).click();
    await expect(line(ana)).toContainText('In a meeting');
    await ana.context().close();
    await wire.cut();
  });

  test('[complaint 2] calls that came while the page was cut off are told when it is back, each once, as a fresh load has them', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|Failed to load/);
    const wire = await openWire();
    await quiet(await ownerToken());
    const sofia = await visit(people.sofia, '/record', { baseURL: wire.origin });
    // What is asked for before the cut and answered after it has the new calls already: the list must be there.
    await expect(sofia.locator('.table-frame')).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
    await wire.cut();
    const cutAt = Date.now();
    await expect(banner(sofia)).toBeVisible();
    for (let calls = 0; calls < 2; calls += 1) {
      const customer = await callIn();
      await expect.poll(async () => (await customer()).state).not.toBe('calling');
      await quiet(await ownerToken());
    }
    await expect.poll(() => Date.now() - cutAt, { timeout: 10_000 }).toBeGreaterThanOrEqual(5_000);
    await wire.mend();
    await expect(sofia.getByText('2 new calls')).toBeVisible({ timeout: 15_000 });
    await expect(banner(sofia)).toHaveCount(0);
    await sofia.locator('.new-calls').getByRole('button').click();
    await expect(sofia.getByText('2 new calls')).toHaveCount(0);
    await expectWhole(sofia);
    const shown = () => sofia.getByRole('table', { name: 'Call records' }).getByRole('row').allInnerTexts();
    const kept = await shown();
    await sofia.reload();
    await expect.poll(shown, { timeout: 20_000 }).toEqual(kept);
    await sofia.context().close();
    await wire.cut();
  });

  test(
    '[complaint 1] a frozen page the server gave up: no call meanwhile, registered within two seconds of waking, then the call comes',
    { tag: '@alone' },
    async ({ visit, watch }) => {
      watch.allow(/ERR_|WebSocket|Failed to load/);
      const wire = await openWire();
      let phones: PhoneSocket[] = [];
      const ana = await sitDown(
        visiting(visit, { baseURL: wire.origin }, (context) => void (phones = watchPhones(context))),
        people.ana,
      );
      const wake = await freeze(ana);
      wire.lose();
      await expect.poll(async () => (await seenBySupervisor(people.ana)).whyNotRoutable).toBe('socketClosed');
      const customer = await callIn();
      await expect.poll(async () => (await customer()).state).toBe('talking');
      const { messages } = phones.at(-1)!;
      expect(messages.filter(({ words }) => words.startsWith('INVITE'))).toEqual([]);

      const wokenAt = Date.now();
      await wake();
      await expect.poll(() => phones.length, { timeout: 5_000, intervals: [20] }).toBe(2);
      await expect
        .poll(() => phones[1]!.messages.some(({ words }) => words.endsWith(' 200 OK')), {
          timeout: 5_000,
          intervals: [20],
        })
        .toBe(true);
      expect(took('registered', wokenAt)).toBeLessThan(2_000);
      await expect(button(ana, /^Answer/)).toBeVisible({ timeout: 20_000 });
      await button(ana, /^Answer/).click();
      await expect(line(ana)).toContainText('In a call');
      await hangUp(ana);
      await ana.context().close();
      await wire.cut();
    },
  );

  test('[CALL-19] [complaint 9] a browser that is killed, a page that is closed: no call goes there from the first moments on, and within 25 seconds the agents are offline', async ({
    browser,
    playwright,
    launchOptions,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    await quiet(await ownerToken());
    const budi = await sitAtPhone(browser, people.budi, 1_000);
    await budi.become(AgentStatus.available);
    await expect
      .poll(() => seenBySupervisor(people.budi))
      .toMatchObject({ status: AgentStatus.available, whyNotRoutable: null });
    const process = await playwright.chromium.launchServer(launchOptions);
    const killed = await playwright.chromium.connect(process.wsEndpoint());
    const ana = await sitDown(async (person, path = '/home', options = {}, prepare = async () => {}) => {
      const localStorage = [{ name: 'openseat.token', value: await tokenOf(person) }];
      const context = await killed.newContext({
        baseURL: ORIGIN,
        storageState: { cookies: [], origins: [{ origin: ORIGIN, localStorage }] },
        ...options,
      });
      await prepare(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    }, people.ana);
    await expect(line(ana)).toContainText('Available');
    const killedAt = Date.now();
    await process.kill();
    await expect
      .poll(async () => (await seenBySupervisor(people.ana)).whyNotRoutable, { timeout: 5_000 })
      .toBe('socketClosed');
    const closedAt = Date.now();
    await budi.vanish();
    await expect
      .poll(async () => (await seenBySupervisor(people.budi)).whyNotRoutable, { timeout: 2_000 })
      .toBe('socketClosed');
    // The agents' clock ticks once a second.
    for (const [person, goneAt] of [
      [people.ana, killedAt],
      [people.budi, closedAt],
    ] as const) {
      await expect
        .poll(async () => (await seenBySupervisor(person)).status, { timeout: 30_000, intervals: [250] })
        .toBe(AgentStatus.offline);
      expect(took(`${person.name} offline`, goneAt)).toBeLessThan(26_500);
    }
  });

  test(
    '[CALL-19] [complaint 14] a server of addresses that never answers does not hold the INVITE up',
    { tag: '@alone' },
    async ({ visit, watch }) => {
      watch.allow(/ERR_|WebSocket/);
      let phones: PhoneSocket[] = [];
      const ana = await sitDown(
        visiting(visit, {}, async (context) => {
          phones = watchPhones(context);
          await context.route('**/agent/v1/sipInfo', async (route) => {
            const response = await route.fetch();
            const answer = (await response.json()) as { data: { iceServers: { urls: string[] }[] } };
            // Documentation addresses lead nowhere.
            answer.data.iceServers = [{ urls: ['stun:192.0.2.1:3478', 'stun:198.51.100.1:3478'] }];
            await route.fulfill({ response, json: answer });
          });
        }),
        people.ana,
      );
      const pressedAt = await dial(ana, ECHO);
      const invite = () => phones[0]!.messages.find(({ words }) => words.startsWith('INVITE'));
      await expect.poll(invite, { intervals: [20] }).toBeDefined();
      expect(took('INVITE', pressedAt, invite()!.atMs)).toBeLessThan(1_000);
      await expect.poll(await hearsSomebody(ana), { timeout: 15_000 }).toBe(true);
      await hangUp(ana);
    },
  );

  test('the server is killed and comes back: the page says so, returns by itself, and the agent has the status from before', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|Failed to load/);
    const ana = await sitDown(visit, people.ana);
    await choose(ana, 'In a meeting');
    killServer();
    await expect(banner(ana)).toBeVisible();
    await expect(banner(ana)).toHaveCount(0, { timeout: 60_000 });
    await expect(line(ana)).toContainText('In a meeting', { timeout: 20_000 });
    await expect.poll(async () => (await seenBySupervisor(people.ana)).status).toBe(AgentStatus.meeting);
    await choose(ana, 'Available');
    await expect.poll(async () => (await seenBySupervisor(people.ana)).whyNotRoutable).toBeNull();
  });

  test('[SEC-04] a second computer: the phone says where it is, and can be taken over', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket|409/);
    const ana = await sitDown(visit, people.ana);
    const there = await visit(people.ana, '/home', { permissions: ['microphone', 'notifications'] });
    await there.locator('main').click({ position: { x: 5, y: 5 } });
    await expect(line(there)).toContainText('No phone', { timeout: 15_000 });
    await button(there, /^Status: /).click();
    await expect(there.getByText('Your phone is in use on another device.')).toBeVisible();
    await button(there, /^Use the phone here/).click();
    await expect(line(there)).toContainText('Available', { timeout: 15_000 });
    await expect(line(ana)).toContainText('No phone');
    const customer = await callIn();
    await button(there, /^Answer/).click({ timeout: 20_000 });
    // Before, the customer hears music.
    await expect(line(there)).toContainText('In a call');
    await customerHears(customer);
    await expect(line(ana)).toContainText('No phone');
    await hangUp(there);
  });

  test('[SEC-04] sip info 407, 408 and 411 are told in the server’s words, and the page works without a phone', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|Failed to load/);
    await freePhone(people.budi);
    for (const [code, msg, tip] of [
      [407, 'No phone account here.', true],
      [408, 'This phone account sleeps.', true],
      [411, 'All seats are taken.', false],
    ] as const) {
      const page = await visit(people.budi, '/home', { permissions: ['microphone', 'notifications'] }, (context) =>
        context.route('**/agent/v1/sipInfo', (route) => route.fulfill({ json: { code, data: null, msg } })),
      );
      if (tip) {
        await expect(line(page)).toContainText('No phone', { timeout: 30_000 });
        await button(page, /^Status: /).click();
      }
      await expect(page.getByText(msg).first()).toBeVisible({ timeout: 15_000 });
      if (!tip) await expect(line(page)).not.toContainText('No phone');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Call records' }).first().click();
      await expect(page).toHaveURL(/\/record/);
      await page.context().close();
    }
  });

  test('a session that ends during the shift leads to the sign-in page, and from there back to the page, with a phone', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|401|Failed to load/);
    const ana = await sitDown(visit, people.ana, '/record');
    const token = await ana.evaluate(() => localStorage.getItem('openseat.token'));
    await api(token, 'PUT', '/admin/saas_plat/user/logout', {});
    await expect(ana).toHaveURL(/\/login\?reason=(tokenExpired|signedOut)/);
    await ana.getByLabel('Work e-mail').fill(people.ana.email);
    await ana.getByLabel('Password').fill('openseat-demo');
    await button(ana, /^Sign in/).click();
    await expect(ana).toHaveURL(/\/record/);
    await expect(line(ana)).toContainText('Available', { timeout: 15_000 });
  });
});
