import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { api, people, tokenOf } from './api.ts';
import { CHANNEL } from './chat-page.ts';
import { expect, expectWhole, test, titleOf } from './fixture.ts';
import { aVisitor } from './visitor.ts';

const at = (path: string) => `/home/api/conversation/${path}`;

test('[chat reports] a chat that ends appears in the report that stands open, leads to itself, and goes into the export', async ({
  visit,
}) => {
  const page = await visit(people.valeria, '/data/chatReport?range=today');
  await expect(titleOf(page)).toHaveText('Chat report');
  const chen = await tokenOf(people.chen);
  const words = `Is my booking ready? ${randomUUID().slice(0, 8)}`;

  const visitor = await aVisitor(CHANNEL);
  visitor.say(words);
  await expect.poll(() => visitor.messages().length).toBeGreaterThan(0);
  const { list } = await api<{ list: { id: number; last_text: string }[] }>(chen, 'POST', at('list'), {
    filter: 'waiting',
  });
  const id = list.find((one) => one.last_text === words)!.id;
  await api(chen, 'POST', at('take'), { conversation_id: id });
  await api(chen, 'POST', at('send'), { conversation_id: id, client_id: randomUUID(), text: 'It is.' });
  await api(chen, 'POST', at('close'), { conversation_id: id });
  visitor.leave();

  const row = page.getByRole('table', { name: 'By agent' }).getByRole('row', { name: /^Chen Jia/ });
  await expect(row).toBeVisible({ timeout: 15_000 });
  await expectWhole(page);
  await row.getByRole('button', { name: 'Chen Jia' }).click();
  const talks = page.getByRole('dialog', { name: 'Conversations: Chen Jia' });
  await expect(talks.locator(`a[href*="id=${id}&"]`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(talks).toBeHidden();

  await page.getByRole('button', { name: 'Export' }).click();
  const wish = page.getByRole('dialog', { name: 'Export' });
  await wish.getByRole('radio', { name: 'Conversations' }).check();
  await wish.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Show downloads' }).click();
  const downloads = page.getByRole('dialog', { name: 'Downloads' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    downloads
      .getByRole('button', { name: /^Download chat-conversations/ })
      .first()
      .click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(file.suggestedFilename()).toContain('America-Mexico_City');
  expect(lines.filter((line) => line.endsWith(`,${id}`))).toHaveLength(1);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Conversations \d/ }).click();
  await page.getByRole('dialog', { name: 'Conversations: all' }).locator(`a[href*="id=${id}&"]`).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('It is.');
});
