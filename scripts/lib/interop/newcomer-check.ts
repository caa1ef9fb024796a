import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { startOwnProduct } from '#test/journeys/own-product.ts';
import config from '../../../playwright.config.ts';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { findChromium } from '../chromium.mjs';
import { numberThat, type CarrierScene } from './carrier-scene.ts';
import { forCarriers, until } from './carrier-stage.ts';
import { EARS } from './desk-acts.ts';

const NUMBER = '+525550009900';
const GROUP = 'Front desk';
const OWNER = 'Nadia Flores';
const PATIENCE_MS = 20_000;
/** A tenth of a second of a quiet voice. */
const HEARD_ENERGY = 1e-4;

/** A company that starts without the demo goes by the guide from its one-time link to an answered call in and out over the carrier. */
export async function newcomerCheck(scene: CarrierScene): Promise<void> {
  const executablePath = findChromium() as string | undefined;
  if (!executablePath) {
    console.log('asterisk: the first hour in a browser was not tried. It needs chromium: apt-get install chromium');
    return;
  }
  await scene.checks.check('the first hour of a company: guide, trunk, number, a call in and a call out', async () => {
    const { env, us } = await forCarriers();
    const product = await startOwnProduct(env);
    const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
    try {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        timezoneId: 'America/Mexico_City',
        permissions: ['microphone', 'notifications'],
      });
      await context.addInitScript({ content: EARS });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      return await firstHour(page, { ...scene, us }, product.setupLink).catch(async (problem: Error) => {
        const path = join(tmpdir(), `openseat-interop-${process.pid}.png`);
        await page.screenshot({ path });
        throw new Error(`${problem.message.split('\n')[0]}; it showed ${path}`, { cause: problem });
      });
    } finally {
      await browser.close();
      await product.stop();
    }
  });
}

async function firstHour(page: Page, { carrier, us, plan, password }: CarrierScene, link: string): Promise<string> {
  await page.goto(link);
  await page.getByLabel('Company').fill('Polaris Clinics');
  await page.getByLabel('Your name').fill(OWNER);
  await page.getByLabel('Work e-mail').fill('nadia@polaris.example');
  await page.getByLabel('Password').fill('correct horse staple');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.locator('header h1', { hasText: /^Home$/ }).waitFor();
  await takeSeat(page);
  await makeGroup(page);
  const { address } = plan.lines.find(({ name }) => name === 'newcomer')!;
  await enterTrunk(page, { host: address, port: plan.port, password });
  await addNumber(page);

  await page.locator('header.top', { hasText: 'Available' }).waitFor();
  await carrier.call('newcomer', NUMBER, us, 'echo');
  await page.getByRole('button', { name: 'Answer' }).first().click();
  const heardIn = await talk(page);
  await isDone(page, 'The first call in');

  await (await step(page, 'The first call out')).getByRole('link', { name: 'Open the workbench' }).click();
  await page
    .getByRole('button', { name: /^Open the phone/ })
    .first()
    .click();
  await page.getByLabel('Phone number').fill(numberThat('echoes'));
  await page.keyboard.press('Enter');
  const heardOut = await talk(page);
  await isDone(page, 'The first call out');
  return `in ${heardIn}; out ${heardOut}`;
}

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const text = (place: Locator, name: string): Locator => place.getByRole('textbox', { name, exact: true });
const ofGuide = (page: Page, title: string): Locator => page.locator('.guide-steps > li').filter({ hasText: title });

/** What a step of the guide holds; it is opened where the guide did not. */
async function step(page: Page, title: string): Promise<Locator> {
  const head = ofGuide(page, title).getByRole('button', { name: new RegExp(title) });
  await head.waitFor();
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
  return ofGuide(page, title).locator('.guide-body');
}

async function isDone(page: Page, title: string): Promise<void> {
  await page.goto(new URL('/home', page.url()).href);
  await page.locator('.guide-steps > li[data-state="done"]').filter({ hasText: title }).waitFor();
}

async function takeSeat(page: Page): Promise<void> {
  await (await step(page, 'People and seats')).getByRole('link', { name: 'Open members' }).click();
  await page.getByRole('row', { name: new RegExp(OWNER) }).click();
  const member = dialog(page, new RegExp(OWNER));
  await member.getByRole('checkbox', { name: 'Voice seat' }).click();
  await member.getByRole('button', { name: 'Save' }).click();
  await member.waitFor({ state: 'detached' });
  await isDone(page, 'People and seats');
}

async function makeGroup(page: Page): Promise<void> {
  await (await step(page, 'A group')).getByRole('link', { name: 'Open groups' }).click();
  await page.getByRole('button', { name: 'Add group' }).first().click();
  await dialog(page, 'Add group').getByLabel('Name').fill(GROUP);
  await dialog(page, 'Add group').getByRole('button', { name: 'Save' }).click();
  const members = dialog(page, `People of ${GROUP}`);
  await members.getByRole('combobox', { name: /^Answered by/ }).click();
  await page.getByRole('option', { name: new RegExp(OWNER) }).click();
  await members.getByRole('button', { name: 'Save' }).click();
  await members.waitFor({ state: 'detached' });
  await isDone(page, 'A group');
}

/** By hand, as for a carrier that no preset knows; then the list says that it is registered. */
async function enterTrunk(page: Page, { host, port, password }: { host: string; port: number; password: string }) {
  await (await step(page, 'A trunk')).getByRole('link', { name: 'Connect a carrier' }).click();
  await page.getByRole('button', { name: 'Another carrier' }).click();
  const editor = dialog(page, 'Add trunk');
  await text(editor, 'Name').fill('Our carrier');
  await text(editor, 'Domain').fill('carrier.example');
  await text(editor, 'Gateway 1').fill(host);
  await text(editor, 'Port of gateway 1').fill(String(port));
  await editor.getByRole('combobox', { name: 'Transport of gateway 1' }).selectOption('udp');
  await editor.getByRole('combobox', { name: 'How the carrier knows us' }).selectOption('register');
  await text(editor, 'User').fill('newcomer');
  await editor.locator('input[type="password"]').fill(password);
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Our carrier.*Registered until/ }).waitFor();
  await isDone(page, 'A trunk');
}

async function addNumber(page: Page): Promise<void> {
  await (await step(page, 'A number and where it leads')).getByRole('link', { name: 'Open numbers' }).click();
  await page.getByRole('button', { name: 'Add number' }).first().click();
  const adding = dialog(page, 'Add number');
  await text(adding, 'Number').fill(NUMBER);
  await adding.getByRole('combobox', { name: 'Who answers' }).click();
  await page.getByRole('option', { name: GROUP }).click();
  await adding.getByRole('button', { name: 'Add number' }).click();
  await adding.waitFor({ state: 'detached' });
  await isDone(page, 'A number and where it leads');
}

/** The carrier echoes: what the page hears of its own beeps went both ways. */
async function talk(page: Page): Promise<string> {
  const heard = async (): Promise<number> => ((await page.evaluate('window.carried()')) as { energy: number }).energy;
  await page.locator('header.top', { hasText: 'In a call' }).waitFor();
  const before = await heard();
  const energy = await until('the page to hear itself', async () => {
    const more = (await heard()) - before;
    return more > HEARD_ENERGY && more;
  });
  await page
    .getByRole('button', { name: /^Hang up/ })
    .first()
    .click();
  await page.locator('header.top', { hasText: 'In a call' }).waitFor({ state: 'detached' });
  return `heard with energy ${energy.toFixed(4)}`;
}
