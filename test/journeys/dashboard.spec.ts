import { readFileSync } from 'node:fs';
import { people } from './api.ts';
import { expect, expectWhole, pageOf, test, titleOf } from './fixture.ts';

test('[SHELL-03] [dashboard] figures of a month lead to exactly their calls, and go into a file with their zone', async ({ visit }) => {
  const page = await visit(people.valeria, '/data/dashboard?range=month');
  await expect(titleOf(page)).toHaveText('Dashboard');
  const lost = page.getByRole('link', { name: /^Unanswered \d/ });
  await expect(lost).toBeVisible();
  const count = Number(await lost.locator('.dash-tile-value').textContent());
  await expectWhole(page);

  await page.getByRole('button', { name: 'Export' }).click();
  const wish = page.getByRole('dialog', { name: 'Export' });
  await wish.getByRole('radio', { name: 'Figures by time' }).check();
  await wish.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Show downloads' }).click();
  const downloads = page.getByRole('dialog', { name: 'Downloads' });
  const [file] = await Promise.all([page.waitForEvent('download'), downloads.getByRole('button', { name: /^Download calls-times/ }).first().click()]);
  const lines = readFileSync(await file.path(), 'utf8').trimEnd().split('\r\n');
  expect(lines[0]).toContain('# Time zone,America/Mexico_City');
  const place = lines[3]!.split(',').indexOf('Unanswered');
  expect(lines.slice(4).reduce((sum, line) => sum + Number(line.split(',')[place]), 0)).toBe(count);
  await titleOf(page).click();
  await expect(downloads).toBeHidden();

  await lost.click();
  await expect(titleOf(page)).toHaveText('Call records');
  await expect(pageOf(page)).toContainText(new RegExp(`\\b${count}\\b`));
  await expect(page).toHaveURL(/sort=unanswered/);
});
