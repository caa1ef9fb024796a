import { people } from './api.ts';
import { expect, expectWhole, test } from './fixture.ts';

test('[CC-11] an owner sees what is left and used, sets when to be told, and is told on another page', async ({
  visit,
}) => {
  const page = await visit(people.valeria, '/settings/balance');
  await expect(page.getByText('Free to spend')).toBeVisible();
  const used = page.getByRole('table', { name: 'Paid and used' });
  await expect(used.getByText('Card payment').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Correction' }).click();
  await page.keyboard.press('Escape');
  await expect(used.getByText('Calls of a broken line')).toBeVisible();
  await expect(used.getByText('Card payment')).toHaveCount(0);
  await expectWhole(page);

  // A code that is none is refused in words.
  await page.getByLabel('Voucher code').fill('0000-0000-0000-0000');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText('No voucher has this code. Check every letter.')).toBeVisible();

  const level = page.getByLabel(/^Tell owners below/);
  await level.fill('9000000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The balance is low')).toBeVisible();
  await page.goto('/home');
  const notice = page.getByRole('alert').filter({ hasText: 'The balance is low' });
  await expect(notice).toBeVisible();
  await notice.getByRole('link', { name: 'See the balance' }).click();
  await expect(notice).toHaveCount(0);
  await level.fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The balance is low')).toHaveCount(0);
});
