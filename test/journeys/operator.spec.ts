import type { Page } from '@playwright/test';
import { api, PASSWORD, people, tokenOf } from './api.ts';
import { expect, pageOf, test, titleOf } from './fixture.ts';
import { answer } from './phone/agent-acts.ts';
import { line } from './phone/agent-page.ts';
import { putEars } from './phone/ears.ts';

const OPERATOR = 'operator@openseat.example';
/** The service desk of the team that is suspended here. */
const SERVICE_DESK = '31205550100';
const WHY = 'The bill of October is open.';

/** The newest code the demo kept for its operator. */
async function keptCode(): Promise<string> {
  const messages = await api<{ to: string; text: string }[]>(null, 'GET', '/admin/saas_plat/demo/messages');
  return /authenticator is (\d{6})/.exec(messages.find(({ to }) => to === OPERATOR)?.text ?? '')?.[1] ?? '';
}

/** From the card of the demo to the console, by the code among its kept messages. */
async function enterConsole(page: Page): Promise<void> {
  await page.goto('/login');
  const used = await keptCode();
  await page.getByRole('button', { name: /^Olivia Park/ }).click();
  await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible();
  // The one of the last sign-in is there until this one's is.
  let code = used;
  await expect.poll(async () => (code = await keptCode())).not.toBe(used);
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Overview');
}

/** An agent of the other team, in a call. */
async function talks(page: Page): Promise<void> {
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await expect(line(page)).toContainText('Available');
  await api(await tokenOf(people.ingrid), 'POST', '/cc/api/rehearsal/v1/callIn', {
    did: SERVICE_DESK,
    script: 'long',
  });
  await answer(page);
}

test('the operator founds a tenant, sets its plan, and suspends another: its phone falls silent at once and the page says why', async ({
  lend,
  visit,
  watch,
}) => {
  test.setTimeout(240_000);
  // The sockets of who is put out are closed in the middle of what they did.
  watch.allow(/ERR_|WebSocket|status of 40[013]/);
  const context = await lend({ timezoneId: 'UTC' });
  const console = await context.newPage();
  await enterConsole(console);
  const rail = console.getByRole('navigation', { name: 'Operator menu' });
  await expect(console.getByRole('banner').getByText('Operator', { exact: true })).toBeVisible();

  await rail.getByRole('link', { name: 'Tenants' }).click();
  await console.getByRole('button', { name: 'Found a tenant' }).click();
  const founding = console.getByRole('dialog', { name: 'Found a tenant' });
  await founding.getByLabel('Company').fill('Nimbus Freight');
  await founding.getByLabel('Name of the owner').fill('Nora Blake');
  await founding.getByLabel('E-mail of the owner').fill('nora@nimbus.example');
  await founding.getByRole('button', { name: 'Found and invite' }).click();
  await expect(pageOf(console).getByRole('heading', { name: /^Nimbus Freight/ })).toBeVisible();
  await pageOf(console).getByLabel('Calls at once').fill('5');
  await pageOf(console).getByRole('button', { name: 'Save' }).click();
  await expect(console.getByText('Saved')).toBeVisible();

  const agent = await visit(people.noor, '/home', { permissions: ['microphone', 'notifications'] }, putEars);
  await talks(agent);
  await rail.getByRole('link', { name: 'Tenants' }).click();
  await pageOf(console).getByRole('link', { name: 'Borealis Bank' }).click();
  await console.getByRole('button', { name: 'Suspend', exact: true }).click();
  const asked = console.getByRole('dialog', { name: 'Suspend Borealis Bank?' });
  await asked.getByLabel('Reason').fill(WHY);
  await asked.getByLabel(/^Type Borealis Bank/).fill('Borealis Bank');
  await asked.getByRole('button', { name: 'Suspend now' }).click();
  await expect(agent.getByRole('heading', { name: 'Your team is suspended' })).toBeVisible();
  await expect(agent.getByText(WHY)).toBeVisible();
  await expect(agent).toHaveURL(/\/suspended$/);

  await expect(console.getByText(/^Suspended since/)).toBeVisible();
  await console.getByRole('button', { name: 'Resume' }).click();
  await expect(console.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
  await agent.getByRole('link', { name: 'Sign in again' }).click();
  await agent.getByLabel('Work e-mail').fill(people.noor.email);
  await agent.getByLabel('Password').fill(PASSWORD);
  await agent.getByRole('button', { name: 'Sign in' }).click();
  // Where the call had led.
  await expect(titleOf(agent)).toHaveText('Workbench');
});

test('the operator reads how the database is, table by table, and reads it again', async ({ lend }) => {
  const context = await lend({ timezoneId: 'UTC' });
  const console = await context.newPage();
  await enterConsole(console);
  await console
    .getByRole('navigation', { name: 'Operator menu' })
    .getByRole('link', { name: 'Database', exact: true })
    .click();
  await expect(titleOf(console)).toHaveText('Database');
  await expect(pageOf(console).getByRole('heading', { name: 'What to do' })).toBeVisible();
  await pageOf(console).getByRole('searchbox', { name: 'Find a table' }).fill('call_record');
  const tables = pageOf(console).getByRole('table', { name: 'Tables' });
  await expect(tables.getByText('call_record', { exact: true })).toBeVisible();
  await pageOf(console).getByRole('button', { name: 'Read again' }).click();
  await expect(pageOf(console).getByText(/^PostgreSQL \d+/)).toBeVisible();
});
