import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { wholeBrowser } from '../../playwright.config.ts';
import { ORIGIN, api, ownerToken, people, quiet, tokenOf, type DemoPerson } from './api.ts';
import { expect, readAnnouncements, test, titleOf, type Watch } from './fixture.ts';
import { callIn, freePhone, line } from './phone/agent-page.ts';
import { putSockets, sinks, unplug } from './phone/sound-devices.ts';

const PAGE = '/personalSetting/phone';
/** A page that is loaded anew, on a machine that others use as well. */
const LOADED = { timeout: 30_000 };
const HEARD = { permissions: ['microphone', 'notifications'] };

const card = (page: Page, name: string) =>
  page.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true }) });
const choice = (page: Page, name: string) => card(page, name).getByRole('combobox', { name });
const chosen = (page: Page, name: string) => choice(page, name).locator('option:checked');
const ringtone = (page: Page, name: string) => page.getByRole('radio', { name });

/** The made-up microphone beeps, shortly and once a second. */
const level = (page: Page) =>
  expect.poll(async () => Number(await page.getByRole('meter').getAttribute('aria-valuenow')), {
    timeout: 20_000,
    intervals: [40],
  });

/** The status as the server has it. */
async function statusOf(person: DemoPerson): Promise<number> {
  return (await api<{ status: number }>(await tokenOf(person), 'POST', '/cc/api/agentStatus/v1/mine')).status;
}

test.describe('the phone’s settings', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test('[PHONE-04] [SHELL-11] [complaint 13] devices stay with the computer, ringtone and auto-answer with the person; ringer and speaker are separate', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    const ana = await visit(people.ana, '/home', HEARD, (context) => putSockets(context));
    await ana.getByRole('button', { name: /^Your account/ }).click();
    await ana.getByRole('link', { name: 'Phone' }).click();
    await expect(titleOf(ana)).toHaveText('Phone');
    await level(ana).toBeGreaterThan(0);
    await choice(ana, 'Microphone').selectOption({ label: 'Fake Audio Input 1' });
    await choice(ana, 'Headset or speaker').selectOption({ label: 'Fake Audio Output 1' });
    await choice(ana, 'Ringer').selectOption({ label: 'Fake Audio Output 2' });
    await ringtone(ana, 'Marimba').check();
    await ana.getByRole('slider', { name: 'Ring volume' }).press('ArrowLeft');
    await ana.getByRole('switch', { name: 'Auto-answer' }).last().check({ force: true });

    await ana.getByRole('button', { name: 'Play a test sound' }).click();
    await expect(card(ana, 'Headset or speaker').getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect.poll(async () => (await sinks(ana)).at(-1)).toBe('Fake Audio Output 1');
    // It ends by itself.
    await expect(ana.getByRole('button', { name: 'Play a test sound' })).toBeVisible();
    await ana.getByRole('button', { name: 'Listen to Marimba' }).click();
    await expect.poll(async () => (await sinks(ana)).at(-1)).toBe('Fake Audio Output 2');

    await ana.reload();
    await expect(ringtone(ana, 'Marimba')).toBeChecked(LOADED);
    await expect(chosen(ana, 'Microphone')).toHaveText('Fake Audio Input 1');
    await expect(chosen(ana, 'Headset or speaker')).toHaveText('Fake Audio Output 1');
    await expect(chosen(ana, 'Ringer')).toHaveText('Fake Audio Output 2');
    await expect(ana.getByRole('slider', { name: 'Ring volume' })).toHaveAttribute('aria-valuenow', '90');
    await expect(ana.getByRole('switch', { name: 'Auto-answer' }).last()).toBeChecked();
    await ana.getByRole('switch', { name: 'Auto-answer' }).last().uncheck({ force: true });

    await ringtone(ana, 'Silent').check();
    await expect(ana.getByText('you will only see calls')).toBeVisible();
    const elsewhere = await visit(people.ana, PAGE, HEARD);
    await expect(ringtone(elsewhere, 'Silent')).toBeChecked(LOADED);
    await expect(chosen(elsewhere, 'Ringer')).toHaveText('As the system has it');
    await ringtone(elsewhere, 'Rising').check();
  });

  test(
    '[PHONE-04] [complaint 13] a headset unplugged in mid-call: a notice within a second, the default takes over, the call goes on; plugged in, it is used again',
    { tag: '@alone' },
    async ({ visit, watch }) => {
      watch.allow(/ERR_|WebSocket/);
      await quiet(await ownerToken());
      await freePhone(people.ana);
      const ana = await visit(people.ana, PAGE, HEARD, (context) => putSockets(context));
      await expect(line(ana)).toContainText('Available', LOADED);
      await choice(ana, 'Microphone').selectOption({ label: 'Fake Audio Input 1' });
      await choice(ana, 'Headset or speaker').selectOption({ label: 'Fake Audio Output 1' });
      const customer = await callIn();
      await expect(ana.getByRole('button', { name: /^Answer/ }).first()).toBeVisible({ timeout: 20_000 });
      await ana.keyboard.press('Alt+a');
      await expect(line(ana)).toContainText('In a call');
      await expect.poll(async () => (await customer()).heardMs, { timeout: 20_000 }).toBeGreaterThan(200);
      await expect.poll(async () => (await sinks(ana)).at(-1)).toBe('Fake Audio Output 1');

      await unplug(ana, 'Input 1', 'Output 1');
      await expect(ana.getByText(/is gone\. The system’s own device is used instead/).first()).toBeVisible({
        timeout: 1_000,
      });
      await expect.poll(async () => (await sinks(ana)).at(-1), { timeout: 1_000 }).toBe('');
      const { heardMs } = await customer();
      await expect.poll(async () => (await customer()).heardMs, { timeout: 15_000 }).toBeGreaterThan(heardMs + 500);
      await expect(line(ana)).toContainText('In a call');
      await unplug(ana);
      await expect.poll(async () => (await sinks(ana)).at(-1)).toBe('Fake Audio Output 1');
      await ana
        .getByRole('button', { name: /^Hang up/ })
        .first()
        .click();
      await ana
        .getByRole('button', { name: /^I am done/ })
        .first()
        .click();
    },
  );

  test('[SHELL-32] without a microphone the page says what to do, and takes one that is plugged in', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    const ana = await visit(people.ana, PAGE, HEARD, (context) => putSockets(context, ['Input']));
    await expect(card(ana, 'Microphone')).toContainText('No microphone is plugged in. Plug in a headset', LOADED);
    await expect(ana.getByRole('meter')).toHaveCount(0);
    await unplug(ana);
    await expect(card(ana, 'Microphone')).toContainText('The browser lets the phone use the microphone.');
    await level(ana).toBeGreaterThan(0);
  });
});

test.describe('what the browser withholds', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  const browsers: Browser[] = [];
  test.afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.close();
  });

  /** An empty page of a person, in a browser that asks people. */
  async function open(
    info: TestInfo,
    watch: Watch,
    person: DemoPerson,
    options: BrowserContextOptions,
    which: LaunchOptions = {},
  ): Promise<Page> {
    const { args = [], ...launch } = info.project.use.launchOptions ?? {};
    const browser = await chromium.launch({
      ...launch,
      ...which,
      args: [
        ...args.filter((arg) => !/fake-ui|autoplay/.test(arg)),
        '--autoplay-policy=document-user-activation-required',
      ],
    });
    browsers.push(browser);
    const token = await tokenOf(person);
    await readAnnouncements(token);
    const context = await browser.newContext({
      baseURL: ORIGIN,
      locale: 'en-US',
      timezoneId: person.zone,
      viewport: { width: 1440, height: 900 },
      storageState: {
        cookies: [],
        origins: [{ origin: ORIGIN, localStorage: [{ name: 'openseat.token', value: token }] }],
      },
      ...options,
    });
    await watch.context(context);
    return context.newPage();
  }

  /** Whatever a journey looks for in a page counts as touching it; what the page fetches does not. */
  const asksForSound = (page: Page) => page.waitForResponse(/\/sound-step-/, { timeout: 30_000 });

  test('[STATUS-05] [complaint 6] nobody is available on a page that may not ring: a step asks, one click enables sound, and cancelling stays on break', async ({
    watch,
  }, info) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    const ana = await open(info, watch, people.ana, HEARD);
    const step = ana.getByRole('dialog', { name: 'Enable sound' });
    await Promise.all([asksForSound(ana), ana.goto('/home')]);
    expect(await statusOf(people.ana)).toBe(AgentStatus.onBreak);
    await expect(step).toBeVisible();
    await expect(line(ana)).toContainText('Sound is off');
    await step.getByRole('button', { name: 'Enable sound' }).click();
    await expect(line(ana)).toContainText('Available');
    await expect.poll(() => statusOf(people.ana)).toBe(AgentStatus.available);
    await expect(step).toBeHidden();

    await Promise.all([asksForSound(ana), ana.reload()]);
    await expect(step).toBeVisible();
    await step.getByRole('button', { name: 'Stay on break' }).click();
    await expect(step).toBeHidden();
    await expect(line(ana)).toContainText('On break');
    expect(await statusOf(people.ana)).toBe(AgentStatus.onBreak);
  });

  test('[SHELL-20] [STATUS-05] a denied microphone: the guide says how, a new sign-in is on break, and the guide goes by itself once it is allowed; notices have a guide, too', async ({
    watch,
  }, info) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    // Whatever is not named is denied.
    const whole = wholeBrowser ? { executablePath: wholeBrowser } : {};
    const ana = await open(info, watch, people.ana, { permissions: ['geolocation'] }, whole);
    await ana.goto(PAGE);
    const guide = ana
      .getByRole('dialog', { name: 'Allow the microphone for this site' })
      .or(ana.getByRole('dialog', { name: 'Allow sound and microphone for this site' }));
    await expect(guide).toBeVisible(LOADED);
    await expect(guide).toContainText('Click the icon left of the address in the address bar.');
    await expect(guide).toContainText('Switch Microphone on.');
    await expect(line(ana)).toContainText('On break');
    await guide.getByRole('button', { name: 'Later' }).click();
    await expect(card(ana, 'Microphone')).toContainText('The microphone is blocked.');
    await card(ana, 'Notifications').getByRole('button', { name: 'How to allow it' }).click();
    const notices = ana.getByRole('dialog', { name: 'Allow notifications for this site' });
    await expect(notices).toContainText('Switch Notifications on.');
    await notices.getByRole('button', { name: 'Later' }).click();

    await card(ana, 'Microphone').getByRole('button', { name: 'How to allow it' }).click();
    await expect(guide).toBeVisible();
    await ana.context().grantPermissions(['microphone', 'notifications']);
    await expect(guide).toBeHidden();
    await expect(card(ana, 'Microphone')).toContainText('The browser lets the phone use the microphone.');
    await expect(card(ana, 'Notifications').getByRole('button', { name: 'Show one' })).toBeVisible();
  });
});
