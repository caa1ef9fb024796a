import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { digitsOf, stepAt } from '#features/team/second-factor/core/totp.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { expect, readsWhatComes, test, titleOf } from './fixture.ts';
import { startOwnProduct, type OwnProduct } from './own-product.ts';

let product: OwnProduct;
test.beforeAll(async () => {
  product = await startOwnProduct();
});
test.afterAll(() => product.stop());

/** 0.60 a minute, by the minute. */
const MINUTE_E4 = 6_000;
/** Everybody there answers at once and repeats what they hear. */
const CUSTOMER = '+522215550101';

/** What an authenticator app shows for a key, so many half minutes from now. */
function codeOf(key: string, later = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(stepAt(Date.now()) + later));
  return digitsOf(createHmac('sha1', bytes).update(counter).digest());
}

/** This product has an address of its own. */
const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);

/** Asks as the page would, with its session. */
const ask = <Data>(page: Page, method: string, path: string, body?: object): Promise<Data> =>
  page.evaluate(
    async ([verb, where, body]) => {
      const response = await fetch(where, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('openseat.token')}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { body: body }),
      });
      const answer = (await response.json()) as { code: number; data: never; msg: string };
      if (answer.code !== 0) throw new Error(`${verb} ${where}: ${answer.code} ${answer.msg}`);
      return answer.data;
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

/** A company with one person, who runs the installation, has a phone and a line to rehearse on. */
async function aCompany(page: Page): Promise<void> {
  await page.goto(product.setupLink);
  await page.getByLabel('Company').fill('Polaris Clinics');
  await page.getByLabel('Your name').fill('Nadia Flores');
  await page.getByLabel('Work e-mail').fill('nadia@polaris.example');
  await page.getByLabel('Password').fill('correct horse staple');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await expect(titleOf(page)).not.toHaveText('');
  await go(page, '/organisation/members');
  await page.getByRole('row', { name: /Nadia Flores/ }).click();
  const person = page.getByRole('dialog', { name: /Nadia Flores/ });
  await person.getByRole('checkbox', { name: 'Voice seat' }).click();
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(person).toHaveCount(0);
  await go(page, '/home');
  const trunk = page.locator('.guide-steps > li').filter({ hasText: 'A trunk' });
  const head = trunk.getByRole('button', { name: /A trunk/ });
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
  await trunk.getByRole('button', { name: 'Add rehearsal trunk and number' }).click();
  await expect(trunk).toHaveAttribute('data-state', 'done');
}

/** Whoever runs the installation shows a second factor. */
async function showFactor(page: Page): Promise<void> {
  await go(page, '/personalSetting/accountSecurity');
  await page.getByRole('main').getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Code the app shows').fill(codeOf(await dialog.locator('code').innerText()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page
    .getByRole('dialog', { name: 'Keep your recovery codes' })
    .getByRole('button', { name: 'I kept them' })
    .click();
}

/** The company pays for its calls from now on; answers how it pays more. */
async function paysForCalls(page: Page): Promise<(amountE4: number) => Promise<unknown>> {
  const { list } = await ask<{ list: { id: number }[] }>(page, 'POST', '/admin/operator/tenants/page', {
    page: 1,
    size: 10,
  });
  const { id } = list[0]!;
  await ask(page, 'POST', `/admin/operator/tenants/${id}/account`, { currency: 'USD' });
  const made = await ask<{ id: number }>(page, 'POST', '/admin/operator/price/list/add', {
    name: 'Calls',
    tenantId: null,
    currency: 'USD',
    beginsAt: '2099-01-01 00:00:00',
  });
  await ask(page, 'POST', '/admin/operator/price/row/add', {
    listId: made.id,
    service: 'call',
    kind: '',
    variant: '',
    country: '',
    prefix: '',
    firstSec: 60,
    nextSec: 60,
    setupE4: 0,
    priceE4: MINUTE_E4,
  });
  await ask(page, 'POST', '/admin/operator/price/list/begin', { id: made.id });
  return (amountE4) =>
    ask(page, 'POST', `/admin/operator/tenants/${id}/top_up`, { amountE4, note: '', ref: randomUUID() });
}

const balance = async (page: Page): Promise<number> =>
  (await ask<{ list: { balanceE4: number }[] }>(page, 'POST', '/admin/operator/tenants/page', { page: 1, size: 10 }))
    .list[0]!.balanceE4;

const inCall = (page: Page) => expect(page.locator('header.top'));

/** Calls by the dial pad of the page. */
async function callOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open the phone/ }).click();
  await page.getByLabel('Phone number').fill(CUSTOMER);
  await page.keyboard.press('Enter');
}

test.describe('a company whose money is counted', () => {
  test.describe.configure({ timeout: 300_000 });
  test.use({ permissions: ['microphone', 'notifications'] });

  test('[TASK-05] runs out of money in a call and in a task, is topped up, and goes on', async ({ page, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    // Whoever runs an installation is asked for a second factor before they have one.
    watch.allow(/403 .*\/admin\/operator\//);
    await readsWhatComes(page);
    await aCompany(page);
    await showFactor(page);
    const pays = await paysForCalls(page);
    await pays(MINUTE_E4);

    // A minute is paid for: told at half of it, ended before it is over.
    await go(page, '/workBench');
    await inCall(page).toContainText('Available', { timeout: 30_000 });
    await callOut(page);
    await inCall(page).toContainText('In a call', { timeout: 30_000 });
    await expect(page.getByText(/^The balance ends: this call ends/).first()).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText(/^The balance is used up: the call was ended/).first()).toBeVisible({
      timeout: 45_000,
    });
    await inCall(page).not.toContainText('In a call');

    // Nothing is left: a task stands still for it, once there is somebody whom it would call for.
    await page.getByRole('button', { name: /^I am done/ }).click();
    await inCall(page).toContainText('Available');
    const agents = await ask<{ list: { userId: number }[] }>(page, 'POST', '/cc/api/agentStatus/v1/list', { size: 10 });
    const { id } = await ask<{ id: number }>(page, 'POST', '/cc/api/dialerTask/v1/createFrom', {
      settings: {
        name: 'Renewals',
        dispatchType: DispatchType.predictive,
        agentIds: agents.list.map(({ userId }) => userId),
        machineRule: 'connect',
      },
      source: { from: 'list', customers: [{ name: 'Echo', phone: '+522225550101' }] },
    });
    await ask(page, 'POST', '/cc/api/dialerTask/v1/updateStatus', { id, move: 'start' });
    await go(page, `/task/dialer/${id}`);
    await expect(page.getByRole('main').getByText('Not enough balance').first()).toBeVisible({ timeout: 30_000 });

    // Somebody pays: it goes on by itself, and the customer answers. Whether the agent is there in time or not, that minute is charged.
    await pays(10 * MINUTE_E4);
    await expect(page.getByRole('main').getByText('Not enough balance')).toHaveCount(0, { timeout: 30_000 });
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Alt+x');
          return balance(page);
        },
        { timeout: 60_000 },
      )
      .toBe(9 * MINUTE_E4);
  });
});
