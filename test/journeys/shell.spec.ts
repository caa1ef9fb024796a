import { api, people, tokenOf } from './api.ts';
import { expect, expectWhole, pageOf, test, titleOf } from './fixture.ts';

test('[SHELL-07] the menu is 224 px wide, 65 px when collapsed, and stays as it was left', async ({ visit }) => {
  const page = await visit(people.ana);
  const rail = page.locator('.rail');
  await expect(rail).toHaveCSS('width', '224px');
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect(rail).toHaveCSS('width', '65px');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  await expect(rail).toHaveCSS('width', '65px');
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home' })).toBeVisible();
});

test('[SHELL-06] [SHELL-08] [SHELL-28] the logo leads home, personal settings have a menu of their own, the tab says where one is', async ({
  visit,
}) => {
  const page = await visit(people.ana, '/personalSetting/accountSecurity');
  const personal = page.getByRole('navigation', { name: 'Personal menu' });
  await expect(page).toHaveTitle('Account security · OpenSeat');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await personal.getByRole('link', { name: 'Change team' }).click();
  await expect(page).toHaveTitle('Change team · OpenSeat');
  await personal.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle('Home · OpenSeat');
  await page.goto('/help');
  await page.getByRole('link', { name: 'OpenSeat, go to the start page' }).click();
  await expect(titleOf(page)).toHaveText('Home');
});

test('[SHELL-06] a page that needs it has a back button, which leads to where one was', async ({ visit }) => {
  const page = await visit(people.valeria, '/organisation/roles');
  await page.getByRole('table', { name: 'Roles' }).getByText('Agent', { exact: true }).click();
  await expect(titleOf(page)).toHaveText('Role');
  await page.getByRole('banner').getByRole('button', { name: 'Back' }).click();
  await expect(titleOf(page)).toHaveText('Roles');
});

test('[SHELL-09] with ?sso=1 only the page is shown', async ({ visit }) => {
  const page = await visit(people.ana, '/help?sso=1');
  await expect(
    pageOf(page)
      .getByRole('article')
      .or(pageOf(page).getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'OpenSeat, go to the start page' })).toHaveCount(0);
});

test('[SHELL-06] at 1024 px the title of a page can be read beside both seats, and nothing sticks out', async ({
  visit,
}) => {
  const page = await visit(people.ana, '/customers', { viewport: { width: 1024, height: 768 } });
  await expect(page.getByRole('button', { name: /^Status: / })).toBeVisible();
  await expect(titleOf(page)).toHaveText('Customers');
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  expect(await titleOf(page).evaluate(isCut), 'the title').toBe(false);
  expect(await page.getByRole('banner').evaluate(isCut), 'the header').toBe(false);
});

test('[SHELL-19] the user card says who one is and leads to the own settings', async ({ visit }) => {
  const page = await visit(people.ana);
  const button = page.getByRole('button', { name: 'Your account: Ana Castillo' });
  await expect(button).toHaveText('A');
  await button.click();
  const card = page.getByRole('dialog', { name: 'Your account: Ana Castillo' });
  for (const words of ['Ana Castillo', 'ana@aurora.example', 'Aurora Travel S.A. de C.V.', 'Aurora Travel', 'Agent'])
    await expect(card.getByText(words, { exact: true })).toBeVisible();
  await card.getByRole('link', { name: 'Change team' }).click();
  await expect(titleOf(page)).toHaveText('Change team');
  await button.click();
  await card.getByRole('link', { name: 'Account security' }).click();
  await expect(titleOf(page)).toHaveText('Account security');
  await expectWhole(page);
  await button.click();
  await card.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('[SHELL-18] the system switcher is there only for people with two systems', async ({ visit }) => {
  const agent = await visit(people.ana);
  await expect(agent.getByRole('button', { name: 'Language', exact: true })).toBeVisible();
  await expect(agent.getByRole('button', { name: 'System', exact: true })).toHaveCount(0);
  const manager = await visit(people.sofia);
  await expect(manager.getByRole('button', { name: 'System', exact: true })).toBeVisible();
});

test('the command bar goes to a page and turns the light off, by keyboard', async ({ visit }) => {
  await api(await tokenOf(people.chen), 'PUT', '/admin/saas_plat/user/theme', { theme: 'light' });
  const page = await visit(people.chen);
  await expect(titleOf(page)).toHaveText('Home');
  await page.keyboard.press('Control+K');
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect(search).toBeFocused();
  await page.keyboard.type('account sec');
  await page.keyboard.press('Enter');
  await expect(titleOf(page)).toHaveText('Account security');

  const brightness = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await brightness();
  await page.keyboard.press('Control+K');
  await expect(search).toBeFocused();
  await page.keyboard.type('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(brightness).not.toBe(light);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
