import type { BrowserContext, Page } from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { api, ownerToken, quiet, type DemoPerson } from '../api.ts';
import { expect } from '../fixture.ts';
import { putEars } from './ears.ts';

/** The support group's number. */
export const SUPPORT = '525550000102';
/** How a journey opens a page; see the fixture. */
export type Visit = (
  person: DemoPerson,
  path?: string,
  options?: object,
  prepare?: (context: BrowserContext) => Promise<unknown>,
) => Promise<Page>;

/** A virtual customer, as the stage shows it. */
export interface Customer {
  customerId: string;
  state: string;
  heardMs: number;
}

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

/** A virtual customer calls; asks what became of them. */
export async function callIn(did = SUPPORT, script = 'long'): Promise<() => Promise<Customer>> {
  const token = await ownerToken();
  const { customerId } = await api<{ customerId: string }>(token, 'POST', '/cc/api/rehearsal/v1/callIn', {
    did,
    script,
  });
  return async () =>
    (await api<{ customers: Customer[] }>(token, 'POST', '/cc/api/rehearsal/v1/stage', {})).customers.find(
      (one) => one.customerId === customerId,
    )!;
}

/** The browser of an earlier journey is gone, but not yet for the exchange. */
export async function freePhone(person: DemoPerson): Promise<void> {
  const owner = await ownerToken();
  const { list } = await api<{ list: { userId: number; name: string }[] }>(
    owner,
    'POST',
    '/cc/api/agentStatus/v1/list',
    { size: 100 },
  );
  const agent = list.find(({ name }) => name === person.name);
  if (agent) await api(owner, 'POST', '/cc/api/agentStatus/v1/forceSignOut', { userId: agent.userId });
}

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
  if (agent.status !== AgentStatus.offline)
    await api(owner, 'POST', '/cc/api/agentStatus/v1/change', { userId: agent.userId, status: AgentStatus.onBreak });
}
