import type { Page } from '@playwright/test';
import { ownerToken, PASSWORD, people, tokenOf } from './api.ts';
import { expect, expectWhole, readAnnouncements, signIn, test, titleOf } from './fixture.ts';

const PHONE = { width: 390, height: 844 };

/** Nothing hangs out at the side. */
async function expectNarrow(page: Page): Promise<void> {
  const { wide, window } = await page.evaluate(() => ({
    wide: document.scrollingElement!.scrollWidth,
    window: innerWidth,
  }));
  expect(wide, page.url()).toBeLessThanOrEqual(window);
}

test('on a phone one signs in, opens pages from a drawer, and nothing scrolls sideways', async ({ page }) => {
  await readAnnouncements(await ownerToken());
  await page.setViewportSize(PHONE);
  await page.goto('/login');
  await expectNarrow(page);
  await signIn(page, people.valeria);
  await expectWhole(page);
  await expectNarrow(page);

  // Under the thumb; the header has one too.
  const open = page.getByRole('navigation', { name: 'Most used pages' }).getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await page.getByRole('button', { name: 'Your account: Valeria Ortiz' }).click();
  const card = page.getByRole('dialog', { name: 'Your account: Valeria Ortiz' });
  await expect(card.getByText('owner@aurora.example')).toBeVisible();
  await expectNarrow(page);
  await card.getByRole('combobox', { name: 'System' }).click();
  await card.getByRole('option', { selected: false, name: 'Platform' }).click();
  await expect(card).toHaveCount(0);

  await expect(menu).toHaveCount(0);
  for (const name of ['Members', 'Operation log']) {
    await open.click();
    await menu.getByRole('link', { name }).click();
    await expect(titleOf(page)).toHaveText(name);
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('list', { name }).getByRole('listitem').first()).toBeVisible();
    await expectNarrow(page);
  }
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
  await expect(titleOf(page)).toHaveText('Help');
  await expectWhole(page);
  await expectNarrow(page);
});

test('with the keyboard alone one signs in and opens a page, and always sees where one is', async ({ page }) => {
  await readAnnouncements(await tokenOf(people.sofia));
  await page.goto('/login');
  await expect(page.getByLabel('Work e-mail')).toBeFocused();
  await page.keyboard.type(people.sofia.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(titleOf(page)).toHaveText('Home');

  const goal = page.getByRole('banner').getByRole('link', { name: 'Help' });
  // A manager’s menu stands before the header, entry by entry.
  for (let steps = 0; steps < 80 && !(await goal.evaluate((element) => element === document.activeElement)); steps++) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement!);
      return outlineStyle !== 'none' && outlineWidth !== '0px'
        ? 'seen'
        : boxShadow === 'none'
          ? `unseen: ${document.activeElement!.outerHTML.slice(0, 120)}`
          : 'seen';
    });
    expect(outline).toBe('seen');
  }
  await expect(goal).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(titleOf(page)).toHaveText('Help');
});
