import type { Locator, Page } from '@playwright/test';
import { expect, test, titleOf } from './fixture.ts';
import { startOwnProduct, type OwnProduct } from './own-product.ts';

let product: OwnProduct;
test.beforeAll(async () => {
  product = await startOwnProduct();
});
test.afterAll(() => product.stop());

/** Clicks as somebody makes them who follows the guide; each is counted. */
function hand(page: Page) {
  let clicks = 0;
  const step = (title: string) => page.locator('.guide-steps > li').filter({ hasText: title });
  async function click(target: Locator): Promise<void> {
    clicks += 1;
    await target.click();
  }
  return {
    click,
    clicks: () => clicks,
    /** Opens a step, unless the guide did, and answers what it holds. */
    async open(title: string): Promise<Locator> {
      const head = step(title).getByRole('button', { name: new RegExp(title) });
      await expect(head).toBeVisible();
      if ((await head.getAttribute('aria-expanded')) !== 'true') await click(head);
      return step(title).locator('.guide-body');
    },
    async home(): Promise<void> {
      await click(page.getByRole('link', { name: 'Home', exact: true }).first());
      await expect(page.getByRole('heading', { name: 'The first hour' })).toBeVisible();
    },
    isDone: (title: string) => expect(step(title)).toHaveAttribute('data-state', 'done'),
  };
}

test.describe('the first hour of a company', () => {
  test.describe.configure({ timeout: 150_000 });
  test.use({ permissions: ['microphone', 'notifications'] });

  test('[ADMIN-01] [CC-02] [CC-12] goes from the one-time link to a call in and a call out over rehearsal by the guide alone', async ({
    page,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const startedAt = Date.now();
    const { click, open, home, isDone, clicks } = hand(page);
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

    await page.goto(product.setupLink);
    await page.getByLabel('Company').fill('Polaris Clinics');
    await page.getByLabel('Your name').fill('Nadia Flores');
    await page.getByLabel('Work e-mail').fill('nadia@polaris.example');
    await page.getByLabel('Password').fill('correct horse staple');
    await click(page.getByRole('button', { name: 'Create and sign in' }));
    await expect(titleOf(page)).toHaveText('Home');

    await click((await open('People and seats')).getByRole('link', { name: 'Open members' }));
    await click(page.getByRole('row', { name: /Nadia Flores/ }));
    await click(dialog(/Nadia Flores/).getByRole('checkbox', { name: 'Voice seat' }));
    await click(dialog(/Nadia Flores/).getByRole('button', { name: 'Save' }));
    await expect(dialog(/Nadia Flores/)).toHaveCount(0);
    await home();
    await isDone('People and seats');

    await click((await open('A group')).getByRole('link', { name: 'Open groups' }));
    await click(page.getByRole('button', { name: 'Add group' }).first());
    await dialog('Add group').getByLabel('Name').fill('Front desk');
    await click(dialog('Add group').getByRole('button', { name: 'Save' }));
    await click(dialog('People of Front desk').getByRole('combobox', { name: /^Answered by/ }));
    await click(page.getByRole('option', { name: /Nadia Flores/ }));
    await click(dialog('People of Front desk').getByRole('button', { name: 'Save' }));
    await expect(dialog('People of Front desk')).toHaveCount(0);
    await home();
    await isDone('A group');

    await click((await open('A trunk')).getByRole('button', { name: 'Add rehearsal trunk and number' }));
    await isDone('A trunk');
    await isDone('A number and where it leads');

    await expect(page.locator('header.top')).toContainText('Available');
    await click((await open('The first call in')).getByRole('button', { name: /^Let a customer call in/ }));
    await click(page.getByRole('button', { name: 'Answer' }).first());
    await expect(page.getByText('In a call').first()).toBeVisible();
    await hangUp(page, click);
    // The call was answered on the workbench.
    await home();
    await isDone('The first call in');

    await click((await open('The first call out')).getByRole('button', { name: /^Call \+52/ }));
    await expect(page.getByText('In a call').first()).toBeVisible();
    await hangUp(page, click);
    await home();
    await isDone('The first call out');

    const tookSec = (Date.now() - startedAt) / 1_000;
    console.log(`from the one-time link to a call in and a call out: ${clicks()} clicks, ${tookSec.toFixed(1)} s`);
  });
});

async function hangUp(page: Page, click: (target: Locator) => Promise<void>): Promise<void> {
  await click(page.getByRole('button', { name: 'Hang up' }).first());
  await expect(page.getByText('In a call')).toHaveCount(0);
}
