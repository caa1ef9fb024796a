import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { digitsOf, stepAt } from '#features/team/second-factor/core/totp.ts';
import { newcomer, PASSWORD, type DemoPerson } from './api.ts';
import { expect, pageOf, readsWhatComes, signIn, test, titleOf } from './fixture.ts';
import { journeyPort } from './port.ts';

/** What an authenticator app shows for a key, so many half minutes from now: a code that was used is not shown again. */
function codeOf(key: string, later = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(stepAt(Date.now()) + later));
  return digitsOf(createHmac('sha1', bytes).update(counter).digest());
}

/** Signs out and in again, up to the second factor. */
async function signInAgain(page: Page, { email }: Pick<DemoPerson, 'email'>): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('openseat.token'));
  await page.goto('/login');
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible();
}

test('[SHELL-30] an authenticator app is set up, and the next sign-in asks for its code', async ({ page, watch }) => {
  // A code that is refused is an answer like others; the browser says it in red.
  watch.allow(/status of 40[13]/);
  const dana = await newcomer('Dana Ríos');
  await readsWhatComes(page);
  await signIn(page, dana);
  await page.goto('/personalSetting/accountSecurity');
  await pageOf(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'Picture for the authenticator app' })).toBeVisible();
  const key = await dialog.locator('code').innerText();
  await dialog.getByLabel('Code the app shows').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'I kept them' }).click();
  await expect(pageOf(page).getByText('10 codes left')).toBeVisible();

  await signInAgain(page, dana);
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^The code is wrong or was used already/)).toBeVisible();
  await page.getByLabel('Six-digit code').fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Home');

  await signInAgain(page, dana);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery[0]!);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Home');
});

test('[SHELL-30] a passkey is added, and the next sign-in takes it after the password', async ({ lend }) => {
  const context = await lend({ baseURL: `http://localhost:${journeyPort()}` });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const elio = await newcomer('Elio Prado');
  await readsWhatComes(page);
  await signIn(page, elio);
  await page.goto('/personalSetting/accountSecurity');
  await pageOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Its name, so that you tell it from others').fill('My laptop');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'I kept them' }).click();
  await expect(pageOf(page).getByText('My laptop')).toBeVisible();

  await signInAgain(page, elio);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(titleOf(page)).toHaveText('Home');
});
