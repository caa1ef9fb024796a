import type { Page } from '@playwright/test';
import { languageNames, languages, type Language } from '../../shared/languages.ts';
import { newcomer, PASSWORD, people } from './api.ts';
import { expect, pageOf, test, titleOf } from './fixture.ts';
import { say } from './texts.ts';

async function chooseLanguage(page: Page, from: Language, to: Language): Promise<void> {
  await page.getByRole('button', { name: say(from, 'shell.language'), exact: true }).click();
  await page.getByRole('menuitemradio', { name: languageNames[to] }).click();
}

async function expectLanguage(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(titleOf(page)).toHaveText(say(language, 'home.menu'));
  await expect(
    page
      .getByRole('navigation', { name: say(language, 'shell.mainMenu') })
      .getByRole('link', { name: say(language, 'home.menu') }),
  ).toBeVisible();
  await expect(pageOf(page).getByRole('heading', { name: say(language, 'home.waiting') })).toBeVisible();
}

test('[SHELL-01] [SHELL-17] [complaint 19] a language changes the page at once, survives signing out and follows the person to another browser', async ({
  visit,
  page,
}) => {
  const lucia = await newcomer('Lucia Vega');
  const first = await visit(lucia);
  await expectLanguage(first, 'en-US');
  for (const [index, language] of languages.entries()) {
    if (index === 0) continue;
    await chooseLanguage(first, languages[index - 1]!, language);
    await expectLanguage(first, language);
  }
  const last = languages.at(-1)!;
  await first.getByRole('button', { name: say(last, 'shell.user.open').replace('{name}', lucia.name) }).click();
  await first.getByRole('button', { name: say(last, 'shell.user.signOut') }).click();
  await expect(first.getByRole('heading', { name: say(last, 'account.outside.title') })).toBeVisible();
  await expect(first.locator('html')).toHaveAttribute('lang', last);

  await page.goto('/login');
  await page.getByLabel(say('en-US', 'account.outside.email')).fill(lucia.email);
  await page.getByLabel(say('en-US', 'account.outside.password')).fill(PASSWORD);
  await page.getByRole('button', { name: say('en-US', 'account.outside.signIn') }).click();
  await expectLanguage(page, last);
});

const MEXICO_TO_TOKYO_HOURS = 15;
const written = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as const;

test('[SHELL-02] [SHELL-17] a time zone changes the times on the page at once and is kept for the person', async ({
  visit,
}) => {
  const marta = await newcomer('Marta Ruiz', ['Agent', 'Administrator']);
  const page = await visit(marta, '/organisation/operationLog');
  const table = page.getByRole('table', { name: 'Operation log' });
  const before = await table.getByRole('row').nth(1).getByRole('cell').first().innerText();
  const inTokyo = new Intl.DateTimeFormat('en-US', written).format(
    Date.parse(`${before} UTC`) + MEXICO_TO_TOKYO_HOURS * 3_600_000,
  );

  await page.getByRole('button', { name: 'Time zone', exact: true }).click();
  const list = page.getByRole('listbox', { name: 'Time zones' });
  await expect(list).toBeVisible();
  const box = (await list.boundingBox())!;
  expect(box.height).toBeLessThanOrEqual(250);
  expect((await page.getByRole('dialog', { name: 'Time zone' }).boundingBox())!.width).toBe(220);
  await page.getByRole('textbox', { name: 'Search a place or offset' }).fill('tokyo');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Time zone saved.')).toBeVisible();
  await expect(table.getByText(inTokyo).first()).toBeVisible();
  // Whoever has just chosen a zone need not be told that it differs from the machine's.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(table.getByText(inTokyo).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const elsewhere = await visit({ ...marta, zone: 'Asia/Tokyo' }, '/organisation/operationLog');
  await expect(elsewhere.getByRole('table', { name: 'Operation log' }).getByText(inTokyo).first()).toBeVisible();
});

test('[SHELL-23] a machine whose clock differs from the saved zone is told once in a session', async ({ visit }) => {
  const page = await visit({ ...people.ana, zone: 'Asia/Jakarta' });
  const reminder = page.getByRole('dialog', { name: 'Your clock and your time zone differ' });
  await expect(reminder).toContainText('America/Mexico City');
  await expect(reminder).toContainText('Asia/Jakarta');
  await reminder.getByRole('button', { name: 'Go to setting' }).click();
  await expect(page.getByRole('listbox', { name: 'Time zones' })).toBeVisible();
  await page.reload();
  await expect(titleOf(page)).toHaveText('Home');
  await expect(reminder).toHaveCount(0);
});

test('[SHELL-01] no entry of the menu is cut in any language', async ({ visit }) => {
  const page = await visit(await newcomer('Olga Prado', ['Agent', 'Administrator']), '/organisation/members');
  for (const [index, language] of languages.entries()) {
    if (index > 0) await chooseLanguage(page, languages[index - 1]!, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const menu = page.getByRole('navigation', { name: say(language, 'shell.mainMenu') });
    await expect(menu.getByRole('link', { name: say(language, 'access.menu.members') })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(
      await menu
        .locator('a span')
        .evaluateAll((words) =>
          words.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent),
        ),
    ).toEqual([]);
  }
});
