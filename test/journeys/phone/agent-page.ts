import type { BrowserContext, Page } from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { api, ownerToken, quiet, type DemoPerson } from '../api.ts';
import { freePhone } from '../arrange.ts';
import { expect } from '../fixture.ts';
import { putEars } from './ears.ts';

export { callIn, freePhone, SUPPORT, type Customer } from '../arrange.ts';

/** How a journey opens a page; see the fixture. */
export type Visit = (
  person: DemoPerson,
  path?: string,
  options?: object,
  prepare?: (context: BrowserContext) => Promise<unknown>,
) => Promise<Page>;

/** The product as an agent sees it, with a microphone that beeps; a click lets the page sound. */
export async function sitDown(visit: Visit, person: DemoPerson, path = '/home'): Promise<Page> {
  await quiet(await ownerToken());
  await freePhone(person);
  const page = await visit(person, path, { permissions: ['microphone', 'notifications'] }, putEars);
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await expect(line(page)).toContainText('Available', { timeout: 20_000 });
  return page;
}

/** The pill in the header: status, time, phone. */
export const line = (page: Page) => page.locator('header.top');

/** Keeps a colleague from taking the call that a journey is about. */
export async function onBreak(person: DemoPerson): Promise<void> {
  const owner = await ownerToken();
  const { list } = await api<{ list: { userId: number; name: string; status: number }[] }>(
    owner,
    'POST',
    '/cc/api/agentStatus/v1/list',
    { size: 100 },
  );
  const agent = list.find(({ name }) => name === person.name)!;
  if (agent.status === AgentStatus.offline) return;
  // Who has just left takes no call either.
  await api(owner, 'POST', '/cc/api/agentStatus/v1/change', {
    userId: agent.userId,
    status: AgentStatus.onBreak,
  }).catch((refused: unknown) => {
    if (!String(refused).includes('agentAway')) throw refused;
  });
}
