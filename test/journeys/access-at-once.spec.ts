import { api, newcomer, ownerToken, PASSWORD, people } from './api.ts';
import { expect, pageOf, test, titleOf } from './fixture.ts';

test('a right taken from a role is gone from an open page at once', async ({ visit, watch }) => {
  watch.allow(/status of 403/);
  const name = `Auditor ${process.pid}`;
  await api(await ownerToken(), 'POST', '/admin/saas_plat/role', {
    name,
    systemId: 2,
    functions: ['access.view', 'operation-log.view'],
    needDesensitize: false,
  });
  const rosa = await newcomer('Rosa Luna', [name]);
  const watched = await visit(rosa, '/organisation/operationLog');
  const menu = watched.getByRole('navigation', { name: 'Main menu' });
  await expect(watched.getByRole('table', { name: 'Operation log' })).toBeVisible();

  const owner = await visit(people.valeria, '/organisation/roles');
  await owner.getByRole('table', { name: 'Roles' }).getByText(name).click();
  await owner.getByLabel('See the operation log').uncheck();
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByText('Role saved. Its members work by it at once.')).toBeVisible();

  await expect(pageOf(watched).getByText('You may not open this page')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Operation log' })).toHaveCount(0);
  await menu.getByRole('link', { name: 'Members' }).click();
  await expect(watched.getByRole('table', { name: 'Members' }).getByText('Rosa Luna')).toBeVisible();
});

test('a member who is disabled is signed out at once and cannot come back', async ({ visit, watch }) => {
  watch.allow(/status of 40[13]/);
  const diego = await newcomer('Diego Soto');
  const theirs = await visit(diego);
  await expect(titleOf(theirs)).toHaveText('Home');

  const owner = await visit(people.valeria, '/organisation/members?name=Diego');
  await owner.getByRole('table', { name: 'Members' }).getByText('Diego Soto').click();
  await owner.getByRole('switch', { name: 'May sign in' }).click({ force: true });
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();

  await expect(theirs.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await theirs.getByLabel('Work e-mail').fill(diego.email);
  await theirs.getByLabel('Password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('alert')).not.toBeEmpty();
  await expect(theirs).toHaveURL(/\/login/);
});

test('[SHELL-30] a session ended on the security page is over in the other browser at once', async ({
  visit,
  watch,
}) => {
  watch.allow(/status of 401/);
  const irma = await newcomer('Irma Paz');
  const lost = await visit(irma);
  await expect(titleOf(lost)).toHaveText('Home');
  const kept = await visit(irma, '/personalSetting/accountSecurity');
  await expect(kept.getByText('This session')).toBeVisible();
  await kept.getByRole('button', { name: /^Sign out .+ at / }).click();
  await kept.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(kept.getByText('Signed out there')).toBeVisible();
  await expect(lost.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(lost).toHaveURL(/\/login\?reason=/);
  await expect(kept.getByRole('button', { name: /^Sign out .+ at / })).toHaveCount(0);
});
