import { newcomer, people } from './api.ts';
import { expect, test, titleOf } from './fixture.ts';

test('[SHELL-24] [ANN-01] what a manager announces is on everybody’s page at once and gone for good once read', async ({
  visit,
}) => {
  const elena = await newcomer('Elena Mora');
  const manager = await visit(people.sofia, '/organisation/announcements');
  const reader = await visit(elena);
  await expect(titleOf(reader)).toHaveText('Home');

  await manager.getByRole('button', { name: 'New announcement' }).first().click();
  const editor = manager.getByRole('dialog', { name: 'New announcement' });
  await editor.getByLabel('Title in English').fill('Fire drill');
  await editor.getByLabel('Text in English').fill('Leave the building at three. Calls wait.');
  await editor.getByRole('button', { name: 'Publish' }).click();

  const shown = reader.getByRole('dialog', { name: 'Fire drill' });
  await expect(shown).toContainText('Leave the building at three.');
  expect((await shown.boundingBox())!.width).toBe(900);
  await reader.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'I have read it' }).click();
  await expect(shown).toHaveCount(0);
  await reader.reload();
  await expect(titleOf(reader)).toHaveText('Home');
  await expect(reader.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
  await expect(shown).toHaveCount(0);

  // It is for the manager too.
  await manager.getByRole('dialog', { name: 'Fire drill' }).getByRole('button', { name: 'I have read it' }).click();
  await manager
    .getByRole('row', { name: /Fire drill/ })
    .getByRole('button', { name: /people have read it/ })
    .click();
  const readers = manager.getByRole('dialog', { name: 'Who has read it' });
  await readers.getByText('Have read it').click();
  await expect(readers.getByRole('cell', { name: 'Elena Mora' })).toBeVisible();
  await manager.keyboard.press('Escape');
  await manager.getByRole('button', { name: 'Delete Fire drill' }).click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(manager.getByText('Announcement deleted')).toBeVisible();
});
