import { readFileSync } from 'node:fs';
import { api, ownerToken, people } from './api.ts';
import { expect, expectWhole, pageOf, test, titleOf } from './fixture.ts';

test('[SHELL-03] [dashboard] figures of a month lead to exactly their calls, and go into a file with their zone', async ({
  visit,
}) => {
  const page = await visit(people.valeria, '/data/dashboard?range=month');
  await expect(titleOf(page)).toHaveText('Dashboard');
  const lost = page.getByRole('link', { name: /^Unanswered \d/ });
  await expect(lost).toBeVisible();
  const count = Number(await lost.locator('.figure-tile-value').textContent());
  await expectWhole(page);

  await page.getByRole('button', { name: 'Export' }).click();
  const wish = page.getByRole('dialog', { name: 'Export' });
  await wish.getByRole('radio', { name: 'Figures by time' }).check();
  await wish.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Show downloads' }).click();
  const downloads = page.getByRole('dialog', { name: 'Downloads' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    downloads
      .getByRole('button', { name: /^Download calls-times/ })
      .first()
      .click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(file.suggestedFilename()).toContain('America-Mexico_City');
  const place = lines[0]!.split(',').indexOf('Unanswered');
  expect(lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[place]), 0)).toBe(count);
  await titleOf(page).click();
  await expect(downloads).toBeHidden();

  await lost.click();
  await expect(titleOf(page)).toHaveText('Call records');
  await expect(pageOf(page)).toContainText(new RegExp(`\\b${count}\\b`));
  await expect(page).toHaveURL(/sort=unanswered/);
});

test('[dashboard] a caller who gives up is seen waiting and then counted, on a page nobody touches', async ({
  visit,
}) => {
  test.slow();
  const owner = await ownerToken();
  const page = await visit(people.valeria, '/data/dashboard');
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now).toContainText(/Waiting\d/, { timeout: 40_000 });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: people.valeria.zone }).format(new Date());
  const counted = async () =>
    (
      await api<{ total: { ended: number; abandoned: number } }>(owner, 'POST', '/cc/api/dashboard/v1/figures', {
        from: today,
        to: today,
        zone: people.valeria.zone,
      })
    ).total;
  const before = await counted();

  const { dids } = await api<{ dids: { number: string }[] }>(owner, 'POST', '/cc/api/rehearsal/v1/stage', {});
  const { customerId } = await api<{ customerId: string }>(owner, 'POST', '/cc/api/rehearsal/v1/callIn', {
    did: dids.find(({ number }) => number.endsWith('0102'))!.number,
    script: 'talks',
    seed: 7,
  });
  await expect(now).toContainText(/Waiting[1-9]/, { timeout: 40_000 });
  await api(owner, 'POST', '/cc/api/rehearsal/v1/hangUp', { customerId });
  await expect(page.getByRole('link', { name: new RegExp(`^Calls ${before.ended + 1}\\b`) })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByRole('link', { name: new RegExp(`^Given up ${before.abandoned + 1}\\b`) })).toBeVisible();
  await expect(now).toContainText('Waiting0', { timeout: 40_000 });
});
