import { mailedCode, mailedInvitation, newcomer, PASSWORD, people } from './api.ts';
import { expect, pageOf, readsWhatComes, test, titleOf } from './fixture.ts';

test('[ADMIN-01] a company registers with the code of a mail, and is greeted as owner', async ({ page }) => {
  const email = `nadia.${process.pid}@polaris.example`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Company').fill('Polaris Clinics');
  await page.getByLabel('Your name').fill('Nadia Flores');
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.getByLabel('Six-digit code').fill(await mailedCode(email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(titleOf(page)).toHaveText('Home');
  await expect(pageOf(page).getByRole('heading', { name: /Nadia Flores/ })).toBeVisible();
  await expect(pageOf(page).getByText('You are alone here')).toBeVisible();
});

test('an invited person opens the link of the mail, chooses name and password, and is in', async ({ visit, page }) => {
  const email = `tomas.${process.pid}@aurora.example`;
  const owner = await visit(people.valeria, '/organisation/members');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const panel = owner.getByRole('dialog', { name: 'Invite' });
  await panel.getByLabel('E-mail').fill(email);
  await panel.getByLabel(/^Role in Contact cent/).click();
  await owner.getByRole('option', { name: 'Agent' }).click();
  await panel.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.getByText('Invitation sent')).toBeVisible();

  await readsWhatComes(page);
  await page.goto(await mailedInvitation(email));
  await expect(page.getByRole('heading', { name: 'Join Aurora Travel' })).toBeVisible();
  await page.getByLabel('Your name').fill('Tomás Rey');
  await page.getByLabel('Password').fill('a seat by the window');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(titleOf(page)).toHaveText('Home');
  const company = page
    .getByRole('dialog', { name: 'Your account: Tomás Rey' })
    .getByText('Aurora Travel', { exact: true });
  // An announcement that comes up meanwhile closes the card.
  await expect(async () => {
    if (!(await company.isVisible())) await page.getByRole('button', { name: 'Your account: Tomás Rey' }).click();
    await expect(company).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('[ADMIN-01] a forgotten password is set anew with the code of a mail', async ({ page, visit, watch }) => {
  watch.allow(/status of 401/);
  const hugo = await newcomer('Hugo Leal');
  const elsewhere = await visit(hugo);
  await expect(titleOf(elsewhere)).toHaveText('Home');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel(/^E-mail, or phone/).fill(hugo.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Six-digit code').fill(await mailedCode(hugo.email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('New password').fill('twelve quiet phones');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await page.getByLabel('Work e-mail').fill(hugo.email);
  await page.getByLabel('Password').fill('twelve quiet phones');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Home');
});
