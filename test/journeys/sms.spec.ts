import type { Page } from '@playwright/test';
import { virtualNumbers } from '#core/rehearsal/virtual-customers.ts';
import { api, ownerToken, people } from './api.ts';
import { expect, expectWhole, test, titleOf } from './fixture.ts';

/** A rehearsed phone that gets its messages, and answers STOP. */
const stopping = virtualNumbers.find((number) => number.endsWith('94'))!;
/** The customer with this number, from now on one of Ana's own: agents see no others. */
async function anasCustomer(number: string): Promise<{ id: number; full_name: string }> {
  const owner = await ownerToken();
  const { list } = await api<{ list: { id: number; full_name: string }[] }>(owner, 'POST', '/admin/cdp/customer/list', {
    sms_phones: [number],
  });
  const members = await api<{ list: { userId: number; email: string }[] }>(
    owner,
    'GET',
    '/admin/saas_plat/member/page',
  );
  const ana = members.list.find(({ email }) => email === people.ana.email)!;
  await api(owner, 'POST', '/admin/cdp/customer/batch_owner', {
    choice: { ids: [list[0]!.id] },
    owner_id: ana.userId,
  });
  return list[0]!;
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send SMS' });

async function choose(page: Page, template: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Template' }).fill(template.toUpperCase());
  await page.getByRole('option', { name: template }).click();
}

test.describe('short messages', () => {
  test('[SMS-01] [SMS-02] [SMS-03] an agent writes to a customer, sees it delivered, and heeds their STOP', async ({
    visit,
  }) => {
    const { id, full_name: name } = await anasCustomer(stopping);
    const page = await visit(people.ana, `/customers/${id}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    const write = page.getByRole('button', { name: /^Send SMS to/ });
    await write.click();
    await expect(dialog(page).getByLabel('Number')).toHaveValue(stopping.slice(2));
    await choose(page, 'Booking confirmed');
    await expect(dialog(page).getByLabel('Content')).toHaveValue(
      new RegExp(`^Hello ${name.split(' ')[0]}, your booking is confirmed\\. Ana Castillo \\(`),
    );
    await dialog(page).getByRole('button', { name: 'Send SMS' }).click();
    await expect(page.getByText('SMS sent.')).toBeVisible();

    // Nothing is loaded anew: what became of it, and the answer, come by themselves.
    const timeline = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
    await expect(timeline.filter({ hasText: 'your booking is confirmed' }).first()).toContainText('Delivered');
    await expect(timeline.filter({ hasText: 'Answer by SMS' }).first()).toContainText('STOP');
    await expect(page.getByText('A customer wants no more SMS.')).toBeVisible();

    await write.click();
    await choose(page, 'We missed you');
    await dialog(page).getByRole('button', { name: 'Send SMS' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'This customer asked for no more messages, so nothing was sent.',
    );
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  test('[SHELL-12] the sender is in the header, not where settings are hidden; records show what was sent', async ({
    visit,
  }) => {
    const page = await visit(people.ana, '/sms/records');
    await expect(titleOf(page)).toHaveText('SMS records');
    const header = page.getByRole('banner').getByRole('button', { name: 'Send SMS' });
    await header.click();
    // A country is proposed as soon as the list is there; who types meanwhile types behind its name.
    const country = dialog(page).getByRole('combobox', { name: 'Country code' });
    await expect(country).not.toHaveValue('');
    await country.fill('mex');
    await page.getByRole('option', { name: /Mexico/ }).click();
    await dialog(page).getByLabel('Number').fill('55 1234-5600x');
    await expect(dialog(page).getByLabel('Number')).toHaveValue('5512345600');
    await choose(page, 'We missed you');
    await expect(dialog(page).getByText('Sent as 1 part')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Send SMS' }).click();
    const row = page.getByRole('table', { name: 'SMS records' }).locator('tbody tr[data-index]').first();
    await expect(row).toContainText('We missed you');
    await expect(row).toContainText('Delivered');
    await expectWhole(page);
    await page.goto('/record');
    await expect(page.getByRole('table')).toBeVisible();
    await expect(header).toHaveCount(0);
  });

  test('[SMS-03] a manager writes a template, approves it, and settles countries; a phone’s width holds it all', async ({
    visit,
  }) => {
    const page = await visit(people.sofia, '/sms/templates');
    await page.getByRole('button', { name: 'New template' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New template' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('Weekend offer');
    await panel.getByRole('textbox', { name: 'Text' }).fill('Hello ');
    await panel.getByRole('button', { name: 'Agent’s name' }).click();
    await expect(panel.getByText('1 part · 141 left')).toBeVisible();
    await panel.getByRole('button', { name: 'Save' }).click();
    const row = page
      .getByRole('table', { name: 'SMS templates' })
      .locator('tbody tr[data-index]')
      .filter({ hasText: 'Weekend offer' });
    await expect(row).toContainText('Waiting');
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(row).toContainText('Approved');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/settings/sms');
    await expect(page.getByText('The last two digits of a number decide', { exact: false })).toBeVisible();
    await expect(page.locator('.sms-prices li', { hasText: 'Mexico' })).toContainText(/\$0\.\d+/);
    await expectWhole(page);
  });
});
