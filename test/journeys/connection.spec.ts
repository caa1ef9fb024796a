import { api, ownerToken, people } from './api.ts';
import { expect, test } from './fixture.ts';
import { openWire } from './wire.ts';

test('when the server goes away the page says so, and when it is back the page shows what happened meanwhile, once (complaint 2)', async ({
  visit,
  watch,
}) => {
  watch.allow(/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const line = await openWire();
  const page = await visit(people.sofia, '/organisation/announcements', { baseURL: line.origin });
  const table = page.getByRole('table', { name: 'Announcements' }).or(page.getByText('No announcements yet'));
  await expect(table.first()).toBeVisible();
  // A page that is there: whose line is cut while it loads its parts complains of those, and rightly.
  await page.waitForLoadState('networkidle');
  await line.cut();
  // The phone of a page says it too, in a notice of its own.
  const banner = page.locator('.banner').getByText('The connection was lost. Reconnecting…');
  await expect(banner).toBeVisible();

  const title = `Door code ${process.pid}`;
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const owner = await ownerToken();
  const { id } = await api<{ id: number }>(owner, 'POST', '/admin/saas_plat/announcements', {
    title_en: title,
    title_cn: '',
    content_en: 'It is 4711.',
    content_cn: '',
    starts_at: now,
    ends_at: null,
    role_ids: [],
  });
  await expect(page.getByText(title)).toHaveCount(0);
  const again = page.getByRole('button', { name: 'Connect now' });
  await expect(again).toBeVisible();
  await line.mend();
  // The page may be back by itself before anybody can click.
  await again.click({ timeout: 5_000 }).catch(() => {});
  await expect(banner).toHaveCount(0);
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'I have read it' }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(1);
  await api(owner, 'DELETE', `/admin/saas_plat/announcements/${id}`);
  await line.cut();
});
