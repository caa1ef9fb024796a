import type { Page } from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { api, people, tokenOf, type Person } from './api.ts';
import { expect, test } from './fixture.ts';

const SUPPORT = '525550000102';
type Visit = (person: Person, path?: string, options?: object) => Promise<Page>;

interface Customer {
  customerId: string;
  state: string;
  heardMs: number;
}

/** The product as an agent sees it, with a microphone that beeps; a click lets the page sound. */
async function sitDown(visit: Visit, person: Person, path = '/home'): Promise<Page> {
  await quiet(await tokenOf(people.valeria));
  await freePhone(person);
  const page = await visit(person, path, { permissions: ['microphone', 'notifications'] });
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await expect(line(page)).toContainText('Available', { timeout: 20_000 });
  return page;
}

/** The pill in the header: status, time, phone. */
const line = (page: Page) => page.locator('header.top');

/** Nobody calls from an earlier journey any more. */
async function quiet(token: string): Promise<void> {
  const { customers } = await api<{ customers: Customer[] }>(token, 'POST', '/cc/api/rehearsal/v1/stage', {});
  for (const { customerId, state } of customers) if (state !== 'ended') await api(token, 'POST', '/cc/api/rehearsal/v1/hangUp', { customerId });
}

async function callIn(did = SUPPORT, script = 'long'): Promise<() => Promise<Customer>> {
  const token = await tokenOf(people.valeria);
  const { customerId } = await api<{ customerId: string }>(token, 'POST', '/cc/api/rehearsal/v1/callIn', { did, script });
  return async () => (await api<{ customers: Customer[] }>(token, 'POST', '/cc/api/rehearsal/v1/stage', {})).customers.find((one) => one.customerId === customerId)!;
}

/** The browser of an earlier journey is gone, but not yet for the exchange. */
async function freePhone(person: Person): Promise<void> {
  const owner = await tokenOf(people.valeria);
  const { list } = await api<{ list: { userId: number; name: string }[] }>(owner, 'POST', '/cc/api/agentStatus/v1/list', { size: 100 });
  const agent = list.find(({ name }) => name === person.name);
  if (agent) await api(owner, 'POST', '/cc/api/agentStatus/v1/forceSignOut', { userId: agent.userId });
}

/** Keeps a colleague from taking the call that a journey is about. */
async function onBreak(person: Person): Promise<void> {
  const owner = await tokenOf(people.valeria);
  const { list } = await api<{ list: { userId: number; name: string; status: number }[] }>(owner, 'POST', '/cc/api/agentStatus/v1/list', { size: 100 });
  const agent = list.find(({ name }) => name === person.name)!;
  if (agent.status !== AgentStatus.offline) await api(owner, 'POST', '/cc/api/agentStatus/v1/change', { userId: agent.userId, status: AgentStatus.onBreak });
}

test.describe('the agent’s phone', () => {
  test.describe.configure({ timeout: 120_000 });

  test('[CALL-01] [CALL-02] [CALL-11] [STATUS-10] a customer calls: answered by a key, held, taken back, hung up, wrapped up, written down', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    const customer = await callIn();
    await expect(ana.getByRole('button', { name: /^Answer/ }).first()).toBeVisible({ timeout: 20_000 });
    await ana.keyboard.press('Alt+a');
    await expect(ana).toHaveURL(/\/workBench/);
    await expect(line(ana)).toContainText('In a call');
    // The microphone's beeps reach the customer.
    await expect.poll(async () => (await customer()).heardMs, { timeout: 20_000 }).toBeGreaterThan(200);
    await ana.getByRole('button', { name: /^Hold/ }).first().click();
    await expect(line(ana)).toContainText('On hold');
    await ana.getByRole('button', { name: /^Resume/ }).first().click();
    await expect(line(ana)).toContainText('In a call');
    await ana.getByRole('button', { name: /^Hang up/ }).first().click();
    await expect(line(ana)).toContainText('Wrap-up');
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await ana.getByRole('button', { name: /^I am done/ }).first().click();
    await expect(line(ana)).toContainText('Available');
    await ana.goto('/record');
    await expect(ana.getByRole('row').nth(1)).toContainText('Talked');
  });

  test('[STATUS-06] a missed call puts the agent on break and says so', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    await callIn();
    await expect(ana.getByRole('button', { name: /^Answer/ }).first()).toBeVisible({ timeout: 20_000 });
    // Nobody answers in the group's ring time.
    await expect(line(ana)).toContainText('On break', { timeout: 40_000 });
    await expect(ana.getByRole('dialog')).toBeVisible();
  });

  test('[STATUS-02] [STATUS-15] a supervisor changes the status, and the agent learns who it was', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    await onBreak(people.ana);
    await expect(line(ana)).toContainText('On break');
    await expect(ana.getByText(new RegExp(people.valeria.name))).toBeVisible();
  });

  test('[CALL-16] a refused call says why, in the agent’s words', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    await ana.getByRole('button', { name: 'Open the phone' }).click();
    await ana.getByLabel('Phone number').fill('14155550814');
    await ana.keyboard.press('Enter');
    await expect(ana.getByText(/blacklist/i).first()).toBeVisible({ timeout: 15_000 });
    await expect(line(ana)).toContainText('Available');
  });
});

