import { unfit } from './accessibility.ts';
import { api, ownerToken, people } from './api.ts';
import { CHANNEL, goOnline, log, makeRoom, rowOf, switchOff } from './chat-page.ts';
import { expect, expectWhole, test } from './fixture.ts';
import { aVisitor } from './visitor.ts';

test('[WCAG 2.2 AA] whoever has not signed in, and whoever writes to us, meets pages without hindrance', async ({
  page,
}) => {
  const found: string[] = [];
  for (const path of ['/login', '/company', '/register', '/forgot']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    found.push(...(await unfit(page, path)));
  }
  const [channel] = await api<{ key: string }[]>(await ownerToken(), 'GET', '/home/api/chat/channel');
  await page.goto(`/c/${channel!.key}`);
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toBeVisible();
  found.push(...(await unfit(page, 'the visitor’s chat')));
  expect(found).toEqual([]);
});

test('[WCAG 2.2 AA] an agent’s chats, with one of them open, are without hindrance', async ({ visit }) => {
  await makeRoom();
  const page = await visit(people.ana, '/interactive/chat');
  try {
    await goOnline(page);
    (await aVisitor(CHANNEL)).say('Is my seat by the window?');
    await rowOf(page, 'Is my seat by the window?').click();
    await expect(log(page)).toContainText('Is my seat by the window?');
    // What was said of going online lies over the header for a while.
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Close' }).first().click();
    await expectWhole(page);
    expect(await unfit(page, 'the chats')).toEqual([]);
  } finally {
    await switchOff(people.ana);
  }
});

test('[WCAG 2.4.3] what opens above a page gives the focus back when it closes', async ({ visit }) => {
  const page = await visit(people.ana, '/customers');
  await expectWhole(page);
  const search = page.getByRole('banner').getByRole('button', { name: /^Search/ });

  await search.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();

  const pill = page.getByRole('button', { name: 'Open the phone' });
  await pill.press('Enter');
  const phone = page.getByRole('dialog', { name: 'Softphone' });
  await expect(phone).toBeVisible();
  await phone.getByRole('button', { name: 'Close the phone' }).press('Enter');
  await expect(phone).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open the phone' })).toBeFocused();

  const add = page.getByRole('button', { name: 'Add customer' });
  await add.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add customer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();

  await page.goto('/personalSetting/phone');
  await expectWhole(page);
  const check = page.getByRole('button', { name: 'Check the equipment' });
  await check.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Equipment check' }).getByRole('listitem')).toHaveCount(5);
  expect(await unfit(page, 'the equipment check')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(check).toBeFocused();
});

test('[WCAG 2.2 AA] what opens above a page, and pages no menu names, are without hindrance', async ({ visit }) => {
  test.setTimeout(150_000);
  const page = await visit(people.valeria, '/customers');
  await expectWhole(page);
  const found: string[] = [];
  const opened = async (name: string) => {
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Loading')).toHaveCount(0);
    found.push(...(await unfit(page, name)));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };

  await page.getByRole('button', { name: 'Add customer' }).click();
  await opened('Add customer');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Search/ })
    .click();
  await page.getByRole('combobox', { name: /^Search/ }).fill('an');
  await expect(page.getByRole('dialog').getByRole('option').nth(2)).toBeVisible();
  await opened('Command bar');
  await page.getByRole('table').getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expectWhole(page);
  found.push(...(await unfit(page, 'a customer’s page')));
  const menu = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await expect(page.getByRole('menu')).toBeVisible();
    found.push(...(await unfit(page, `the menu ${name}`, { wanted: ['desk'] })));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await menu('More');
  await menu('Language');
  await page.goto('/seating/groups');
  await expectWhole(page);
  await page.getByRole('button', { name: 'Add group' }).click();
  await opened('Add group');
  await page.goto('/robot/flows');
  await expectWhole(page);
  await page.getByRole('table').getByRole('row').nth(1).click();
  await expect(page.locator('.flow-step').first()).toBeVisible();
  found.push(...(await unfit(page, 'the flow designer', { wanted: ['desk'] })));

  const agent = await visit(people.ana, '/home');
  await expectWhole(agent);
  await agent.getByRole('button', { name: 'Open the phone' }).click();
  await expect(agent.getByRole('dialog', { name: 'Softphone' }).getByRole('button', { name: 'Star' })).toBeVisible();
  found.push(...(await unfit(agent, 'the dialer')));
  expect(found).toEqual([]);
});
