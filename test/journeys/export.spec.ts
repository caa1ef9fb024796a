import { readFileSync } from 'node:fs';
import { people } from './api.ts';
import { expect, test } from './fixture.ts';

test('[DOWN-01] [ADMIN-04] [SHELL-14] the operation log is exported, told when done, and downloaded as a file that spreadsheets read', async ({
  visit,
}) => {
  const page = await visit(people.valeria, '/organisation/operationLog');
  const table = page.getByRole('table', { name: 'Operation log' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Your export is ready to download.')).toBeVisible();
  await page.getByRole('button', { name: /^Downloads/ }).click();
  const list = page.getByRole('dialog', { name: 'Downloads' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list
      .getByRole('button', { name: /^Download / })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString('utf8').trim().split(/\r?\n/);
  expect(lines.some((line) => line.includes('Person') && line.includes('What was done'))).toBe(true);
  expect(lines.some((line) => line.includes('Valeria Ortiz'))).toBe(true);
});
