import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { api, people, tokenOf } from './api.ts';
import { expect, expectWhole, test, titleOf } from './fixture.ts';

// Numbers nobody else in the journeys has; two rows are wrong, one is in the file twice.
const file = {
  name: 'feria.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Nombre;Celular;Correo;Empresa',
      'Rebeca Montiel;55 5544 0001;rebeca@feria.example;Textiles Montiel',
      'Óscar Peña;55 5544 0002;oscar@feria.example;',
      'Sin Número;no tengo;;',
      'Rebeca Montiel;+525555440001;;',
      '=HYPERLINK("x");55 5544 0003;;',
      'Mala Dirección;;sin arroba;',
    ].join('\r\n'),
  ),
};
const counts = (page: Page) => page.getByRole('list', { name: 'Counts' }).getByRole('listitem');

/** Chooses the file, says where national numbers are from, and has it checked. */
async function check(page: Page): Promise<void> {
  await page.goto('/customers/import');
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page).toHaveURL(/\/customers\/import\/\d+$/);
  await expect(page.getByRole('combobox', { name: 'What “Celular” becomes' })).toHaveValue('Phone');
  await page.getByRole('combobox', { name: 'Country of national numbers' }).fill('Mexico');
  await page.getByRole('option', { name: 'Mexico' }).click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page).first()).toBeVisible();
}

test('[CDP-02] customers come in from a file with wrong rows, and once only', async ({ visit }) => {
  // Two whole imports, page by page.
  test.setTimeout(120_000);
  const page = await visit(people.valeria, '/customers');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(titleOf(page)).toHaveText('Import customers');
  await expectWhole(page);

  await check(page);
  await expect(counts(page)).toHaveText(['3 new', '1 unchanged', '2 wrong']);
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 2 wrong rows' }).click(),
  ]);
  const wrong = readFileSync(await errors.path(), 'utf8');
  expect(wrong).toContain('no tengo');
  expect(wrong).toContain('sin arroba');
  await page.reload();
  await expect(counts(page)).toHaveText(['3 new', '1 unchanged', '2 wrong']);
  await page.getByRole('button', { name: 'Import 3 customers' }).click();
  await page.getByRole('link', { name: 'Show the new customers' }).click();
  await expect(page).toHaveURL(/\/customers\?condition=/);
  const list = page.getByRole('table', { name: 'All customers' }).locator('tbody tr[data-index]');
  await expect(list).toHaveCount(3);

  await check(page);
  await expect(counts(page).first()).toHaveText('0 new');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('link', { name: 'feria.csv' }).first()).toBeVisible();
});

test('[CDP-02] [CDP-07] a customer leaves as a file at once, and is erased with a certificate', async ({
  visit,
  watch,
}) => {
  // The page may be told of the change before it is left, and asks once more for whoever is gone.
  watch.allow(/404 .*\/customer\/(\d+|timeline)/);
  await api(await tokenOf(people.valeria), 'POST', '/admin/cdp/customer/insert', {
    full_name: 'Rebeca Quintanar',
    phones: [{ number: '+525555440009' }],
    allow_duplicate: true,
  });
  const page = await visit(people.valeria, '/customers?words=Quintanar');
  const list = page.getByRole('table', { name: 'All customers' }).locator('tbody tr[data-index]');
  await expect(list).toHaveCount(1);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export customers' });
  await expect(dialog).toContainText('1 customer.');
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  const bytes = readFileSync(await exported.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString('utf8')).toContain('Rebeca Quintanar');
  await expect(dialog).toBeHidden();

  await list.first().press('Enter');
  await expect(page.getByRole('heading', { name: 'Rebeca Quintanar' })).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Erase for good' }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase Rebeca Quintanar for good?' });
  await erasing.getByRole('textbox', { name: 'Reason' }).fill('asked by letter');
  await erasing.getByRole('textbox', { name: /^Type/ }).fill('Rebeca Quintanar');
  await erasing.getByRole('button', { name: 'Erase for good' }).click();
  const certificate = page.getByRole('dialog', { name: 'The person is erased' });
  await expect(certificate.locator('code')).toHaveText(/^[0-9a-f]{64}$/);
  await certificate.locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/customers$/);
  await page.goto('/customers?words=Quintanar');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});
