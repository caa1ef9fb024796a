import { readFileSync } from 'node:fs';
import { people } from './api.ts';
import { expect, test } from './fixture.ts';

test('[CC-11] an owner sees the bills of the months before, takes one along as a document and as a table that adds up to it, and says whom the next is for', async ({
  visit,
}) => {
  const page = await visit(people.valeria, '/settings/bills');
  await expect(page.getByRole('heading', { name: 'Since the last bill' })).toBeVisible();
  // The demo's months are closed soon after its beginning; the page is told.
  const table = page.getByRole('table', { name: 'Bills' });
  const bill = table.getByRole('row').nth(1);
  await expect(bill.getByRole('button', { name: /^Download bill / })).toBeVisible({ timeout: 60_000 });
  await bill.getByRole('cell').first().click();
  const panel = page.getByRole('dialog', { name: /^Bill \d+/ });
  const sum = panel.getByRole('row', { name: /^Sum/ }).getByRole('cell');
  await expect(sum).toBeVisible();
  const [document] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(document.suggestedFilename()).toMatch(/^\d{6}\.pdf$/);
  expect(
    readFileSync(await document.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const [records] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Entries as CSV' }).click(),
  ]);
  const [head, ...rows] = readFileSync(await records.path(), 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const [entry, amount] = ['Entry', 'Amount'].map((name) => head!.indexOf(name)) as [number, number];
  const paid = ['Opening balance', 'Top-up', 'Voucher', 'Card payment', 'Card refund'];
  const chargedE4 = rows
    .filter((row) => !paid.includes(row[entry]!))
    .reduce((total, row) => total + Math.round(Number(row[amount]) * 10_000), 0);
  const shown = Number((await sum.textContent())!.replace(/[^\d.-]/g, ''));
  expect(Math.round(shown * 10_000)).toBe(chargedE4);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Billing data' }).click();
  const form = page.getByRole('dialog', { name: 'Billing data' });
  await form.getByLabel('Company').fill('极光旅行有限公司');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
});
