import { createHmac } from 'node:crypto';
import { digitsOf, stepAt } from '#features/team/second-factor/core/totp.ts';
import { newcomer, PASSWORD } from './api.ts';
import { expect, pageOf, readsWhatComes, signIn, test, titleOf } from './fixture.ts';

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
  const recovery = await codes.getByRole('listitem').allInnerTexts();
  expect(recovery).toHaveLength(10);
  await codes.getByRole('button', { name: 'I kept them' }).click();
  await expect(pageOf(page).getByText('10 codes left')).toBeVisible();

  const signOut = async () => {
    await page.evaluate(() => localStorage.removeItem('openseat.token'));
    await page.goto('/login');
    await page.getByLabel('Work e-mail').fill(dana.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible();
  };
  await signOut();
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^The code is wrong or was used already/)).toBeVisible();
  await page.getByLabel('Six-digit code').fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Home');

  await signOut();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery[0]!);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Home');
});
