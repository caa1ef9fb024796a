import type { Locator, Page } from '@playwright/test';
import { api, ownerToken, tokenOf, type DemoPerson } from './api.ts';
import { expect, pageOf } from './fixture.ts';

/** The demo's channel. */
export const CHANNEL = 'aurora';

export const list = (page: Page): Locator => pageOf(page).getByRole('region', { name: 'Conversations' });
/** A conversation by what was said last. */
export const rowOf = (page: Page, said: string): Locator => list(page).getByRole('button', { name: said });
export const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });
/** Where an agent writes. */
export const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

/** Takes conversations, whatever was before. */
export async function goOnline(page: Page): Promise<void> {
  const seat = page.getByRole('button', { name: /^Conversations: / });
  await expect(seat).toBeVisible();
  if ((await seat.textContent()) === 'Online') return;
  await seat.click();
  await page.getByRole('menuitemradio', { name: 'Online' }).click();
  await expect(seat).toHaveText('Online');
}

/** What the demo left waiting comes first; nobody is switched off for not opening it. */
export async function makeRoom(): Promise<void> {
  const owner = await ownerToken();
  for (const [name, value] of [
    ['ChatCapacity', '50'],
    ['ChatGreetAtOnce', '50'],
    ['ChatReactSeconds', '9000'],
  ])
    await api(owner, 'PUT', '/admin/saas_plat/config/value', { name, value });
}

/** Gets no more conversations. */
export const switchOff = async (person: DemoPerson): Promise<unknown> =>
  api(await tokenOf(person), 'PUT', '/admin/saas_plat/user/switch_online_status', { online_status: 0 });
