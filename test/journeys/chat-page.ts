import type { Locator, Page } from '@playwright/test';
import { api, tokenOf, type DemoPerson } from './api.ts';
import { expect, pageOf } from './fixture.ts';

export { CHANNEL, makeRoom } from './arrange.ts';

export const list = (page: Page): Locator => pageOf(page).getByRole('region', { name: 'Conversations' });
/** A conversation by what was said last. */
export const rowOf = (page: Page, lastText: string): Locator => list(page).getByRole('button', { name: lastText });
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

/** Gets no more conversations. */
export const switchOff = async (person: DemoPerson): Promise<unknown> =>
  api(await tokenOf(person), 'PUT', '/admin/saas_plat/user/switch_online_status', { online_status: 0 });
