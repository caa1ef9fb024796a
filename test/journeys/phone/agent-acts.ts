import type { Page } from '@playwright/test';
import type { AgentGroup } from '#features/team/agent-groups/contract.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { CallDetail } from '#features/voice/call-records/contract.ts';
import { api, ownerToken, type DemoPerson } from '../api.ts';
import { expect } from '../fixture.ts';
import { line, type Customer } from './agent-page.ts';
import { hearsSomebody } from './ears.ts';

/** A call rings in the page. */
export const rings = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^Answer/ }).first()).toBeVisible({ timeout: 20_000 });

/** Answers the call that rings. */
export async function answer(page: Page): Promise<void> {
  await rings(page);
  await page.keyboard.press('Alt+a');
  await expect(line(page)).toContainText('In a call');
}

/** Presses a button of the workbench. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('main').getByRole('button', { name }).first().click();

/** Chooses a status in the pill's menu. */
export async function chooseStatus(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Status: / }).click();
  await page.getByRole('radio', { name }).click();
}

/** The work after the call is done. */
export async function done(page: Page): Promise<void> {
  await expect(line(page)).toContainText('Wrap-up');
  await press(page, /^I am done/);
}

/** How much more a customer has heard since now. */
export async function hearsMore(customer: () => Promise<Customer>): Promise<() => Promise<number>> {
  const { heardMs } = await customer();
  return async () => (await customer()).heardMs - heardMs;
}

/** A customer speaks when the agent is silent; the page hears it. */
export async function letCustomerSpeak(page: Page): Promise<void> {
  const hears = await hearsSomebody(page);
  await press(page, /^Mute/);
  await expect.poll(hears, { timeout: 20_000 }).toBe(true);
  await press(page, /^Unmute/);
}

/** A call as the book tells it, to somebody who may see all. */
export const detail = async (callId: string): Promise<CallDetail> =>
  api(await ownerToken(), 'POST', '/cc/api/ccCdr/v1/detail', { callId });

/** An agent as supervisors see them. */
export async function agentNow({ name }: DemoPerson): Promise<AgentNow> {
  const { list } = await api<{ list: AgentNow[] }>(await ownerToken(), 'POST', '/cc/api/agentStatus/v1/list', {
    size: 100,
  });
  return list.find((one) => one.name === name)!;
}

/** How long a group rings an agent; the demo's time unless said. */
export async function ringFor(groupName: string, ringTimeoutSec = 20): Promise<void> {
  const owner = await ownerToken();
  const { list } = await api<{ list: AgentGroup[] }>(owner, 'POST', '/cc/api/agentGroup/v1/page', {});
  await api(owner, 'POST', '/cc/api/agentGroup/v1/update', {
    ...list.find(({ name }) => name === groupName)!,
    ringTimeoutSec,
  });
}

/** Sets a setting of the tenant; nothing for what holds by itself. */
export const setting = async (name: string, value: number | '' = ''): Promise<unknown> =>
  api(await ownerToken(), 'PUT', '/admin/saas_plat/config/value', { name, value: String(value) });
