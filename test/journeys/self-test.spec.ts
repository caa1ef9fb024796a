import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { ORIGIN, api, ownerToken, people, quiet, tokenOf } from './api.ts';
import { expect, readAnnouncements, test } from './fixture.ts';
import { callIn, freePhone, line, sitDown } from './phone/agent-page.ts';
import { button, visiting } from './phone/in-call.ts';
import { putLossyLine, type LossyLine } from './phone/lossy-line.ts';
import { putSockets } from './phone/sound-devices.ts';

/** The test call talks for seven seconds; others may share the machine. */
const MEASURED = { timeout: 60_000 };

interface WebLine {
  id: number;
  name: string;
  current: boolean;
}
const lineInUse = async (): Promise<string> =>
  (await api<WebLine[]>(await tokenOf(people.ana), 'POST', '/cc/api/webCall/v1/register', {})).find(
    ({ current }) => current,
  )!.name;
const useLine = async (endPointId: number): Promise<unknown> =>
  api(await tokenOf(people.ana), 'POST', '/cc/api/webCall/v1/changeLine', { endPointId });

const check = (page: Page) => page.getByRole('dialog', { name: 'Equipment check' });
const part = (page: Page, name: string) => check(page).getByRole('listitem', { name });

/** From the phone's settings to the question about the microphone. */
async function beginCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the equipment' }).click();
  await expect(check(page).getByRole('listitem')).toHaveCount(5);
  await check(page)
    .getByRole('button', { name: /^I am not heard/ })
    .click();
}

async function hearSound(page: Page): Promise<void> {
  await check(page).getByRole('button', { name: 'Play the test sound' }).click();
  await check(page).getByRole('button', { name: 'Yes' }).click();
}

test.describe('the equipment check', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 150_000 });

  test('[EQUIP-01] [EQUIP-02] [EQUIP-03] [EQUIP-05] with a microphone all is normal, the result can be copied, and the supervisor sees it', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    const ana = await visit(people.ana, '/personalSetting/phone', {
      permissions: ['microphone', 'notifications', 'clipboard-read', 'clipboard-write'],
    });
    await expect(line(ana)).toContainText('Available', MEASURED);
    await beginCheck(ana);
    const meter = check(ana).getByRole('meter');
    await expect(meter.locator('i')).toHaveCount(20);
    await expect
      .poll(async () => Number(await meter.getAttribute('aria-valuenow')), { timeout: 20_000, intervals: [40] })
      .toBeGreaterThan(0);
    await check(ana).getByRole('button', { name: 'Yes' }).click();
    await hearSound(ana);
    for (const name of ['Microphone', 'Speaker', 'Browser', 'Network'])
      await expect(part(ana, `${name}: Normal`)).toBeVisible(MEASURED);
    // How good the call is depends on what else the machine does.
    await expect(part(ana, 'Network: Normal')).toContainText(/Test call: MOS [34]\.\d\d/);
    await check(ana).getByRole('button', { name: 'Copy result' }).click();
    await expect.poll(() => ana.evaluate(() => navigator.clipboard.readText())).toContain('Network: Normal');
    // The agent's own phone felt nothing of it.
    await expect(line(ana)).toContainText('Available');

    const sofia = await visit(people.valeria, '/seating/equipment');
    await expect(sofia.getByRole('row').filter({ hasText: people.ana.name }).getByText('Normal')).toHaveCount(
      4,
      MEASURED,
    );
  });

  test('[EQUIP-04] [EQUIP-05] without a microphone the check goes on and names it', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    const ana = await visit(
      people.ana,
      '/personalSetting/phone',
      { permissions: ['microphone', 'notifications'] },
      (context) => putSockets(context, ['Input']),
    );
    await expect(ana.getByText('No microphone is plugged in.').first()).toBeVisible(MEASURED);
    await beginCheck(ana);
    await check(ana).getByRole('button', { name: 'Go on without' }).click();
    await hearSound(ana);
    await expect(part(ana, 'Microphone: Abnormal')).toContainText('No microphone is plugged in.', MEASURED);
    await expect(part(ana, 'Speaker: Normal')).toBeVisible();
    await expect(part(ana, 'Network: Normal')).toBeVisible();
  });

  const browsers: Browser[] = [];
  test.afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.close();
  });

  test('[EQUIP-04] [EQUIP-05] a microphone that is blocked is told, and what to do about it', async ({
    watch,
  }, info) => {
    watch.allow(/ERR_|WebSocket/);
    await freePhone(people.ana);
    const { args = [], ...launch } = info.project.use.launchOptions ?? {};
    const browser = await chromium.launch({ ...launch, args: args.filter((arg) => !arg.includes('fake-ui')) });
    browsers.push(browser);
    const token = await tokenOf(people.ana);
    await readAnnouncements(token);
    // Whatever is not named is denied.
    const context = await browser.newContext({
      baseURL: ORIGIN,
      locale: 'en-US',
      timezoneId: people.ana.zone,
      viewport: { width: 1440, height: 900 },
      permissions: ['geolocation'],
      storageState: {
        cookies: [],
        origins: [{ origin: ORIGIN, localStorage: [{ name: 'openseat.token', value: token }] }],
      },
    });
    await watch.context(context);
    const ana = await context.newPage();
    await ana.goto('/personalSetting/phone');
    const guide = ana.getByRole('dialog', { name: /^Allow (the|sound and) microphone/ });
    await guide.getByRole('button', { name: 'Later' }).click(MEASURED);
    await expect(guide).toBeHidden();
    await beginCheck(ana);
    await check(ana).getByRole('button', { name: 'Go on without' }).click();
    await hearSound(ana);
    await expect(part(ana, 'Microphone: Abnormal')).toContainText('The browser blocks the microphone.', MEASURED);
    await expect(part(ana, 'Browser: Abnormal')).toContainText('does not let the phone use the microphone');
    await expect(part(ana, 'Network: Normal')).toBeVisible();
  });
});

test.describe('the line check', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 180_000 });

  test('[LINE-01] [LINE-02] [SHELL-10] a line that loses every fifth packet loses; the switch to the best one sticks; nobody tests in a call', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    await useLine(3);
    let lossy!: LossyLine;
    try {
      const ana = await sitDown(
        visiting(
          visit,
          {},
          async (context) => void (lossy = await putLossyLine(context, 'third', { lossFraction: 0.2, jitterMs: 20 })),
        ),
        people.ana,
      );
      await ana.getByRole('button', { name: 'Line check' }).click();
      const dialog = ana.getByRole('dialog', { name: 'Line check' });
      const row = (name: string) =>
        dialog.getByRole('list', { name: 'Your lines' }).getByRole('listitem').filter({ hasText: name });
      await expect(row('Third line')).toContainText('In use');
      await dialog.getByRole('button', { name: 'Start the test' }).click();
      await expect(row('Main line').getByText(/Connecting|Calling|Listening/)).toBeVisible();
      await expect(dialog.getByRole('button', { name: /^Switch to (Main|Second) line/ })).toBeVisible({
        timeout: 90_000,
      });
      // How well a line does is the machine's business too; that the lossy one does worse, and why, is the product's.
      const scoreOf = async (shown: Locator) =>
        Number(/Quality ([\d.]+),/.exec((await shown.getByRole('img').getAttribute('aria-label'))!)![1]);
      const best = dialog.getByRole('list', { name: 'Your lines' }).getByRole('listitem').filter({ hasText: 'Best' });
      await expect(best).not.toContainText('Third line');
      expect(await scoreOf(row('Third line'))).toBeLessThan(await scoreOf(best));
      expect(Number(/loss ([\d.]+)%/.exec(await row('Third line').innerText())![1])).toBeGreaterThan(8);
      await expect(line(ana)).toContainText('Available');
      const loaded = ana.waitForEvent('load', { timeout: 30_000 });
      await dialog.getByRole('button', { name: /^Switch to/ }).click();
      await expect(ana.getByText('Line changed. The page reloads in a moment.')).toBeVisible();
      await loaded;
      expect(await lineInUse()).toMatch(/^(Main|Second) line$/);
      await expect(line(ana)).toContainText('Available', MEASURED);
      await ana.getByRole('button', { name: 'Line check' }).click();
      await expect(row(await lineInUse())).toContainText('In use');
      await expect(dialog.getByRole('img', { name: 'Quality of each line over time' })).toBeVisible();
      await ana.keyboard.press('Escape');

      await callIn();
      await button(ana, /^Answer/).click({ timeout: 20_000 });
      await expect(line(ana)).toContainText('In a call');
      // The workbench has no settings in its header.
      await ana.getByRole('link', { name: 'Home', exact: true }).click();
      await ana.getByRole('button', { name: 'Line check' }).click();
      await dialog.getByRole('button', { name: 'Start the test' }).click();
      await expect(dialog.getByRole('alert')).toContainText('You are in a call.');
      await ana.keyboard.press('Escape');
      await quiet(await ownerToken());
    } finally {
      lossy?.close();
      await useLine(1);
    }
  });

  test('[CALL-14] a call that begins to sound poor says whose network it is, and stops saying so when it is mended', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    await useLine(3);
    let way!: LossyLine;
    try {
      const ana = await sitDown(
        visiting(visit, {}, async (context) => void (way = await putLossyLine(context, 'third', {}))),
        people.ana,
      );
      await callIn();
      await button(ana, /^Answer/).click({ timeout: 20_000 });
      await expect(line(ana)).toContainText('In a call');
      const warning = ana.getByText(/^Your network: the other side hears you badly/);
      // How good it is at first depends on what else the machine does.
      await expect(ana.getByRole('img', { name: /MOS [34]/ }).first()).toBeVisible();
      await expect(warning).toHaveCount(0);
      way.become({ lossFraction: 0.5 });
      await expect(warning).toBeVisible({ timeout: 45_000 });
      way.become({});
      await expect(warning).toHaveCount(0, { timeout: 30_000 });
      await quiet(await ownerToken());
    } finally {
      way?.close();
      await useLine(1);
    }
  });
});
