import type { Page } from '@playwright/test';
import { api, ownerToken, people } from './api.ts';
import { expect, test } from './fixture.ts';
import { line, onBreak, sitDown } from './phone/agent-page.ts';

// The first answers and hangs up soon, the second is busy, the third is skipped; nobody else in the journeys has these numbers.
const name = (at: number) => `Renewals ${at}`;
const file = {
  name: 'renewals.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Name,Phone,Plan',
      'Rocío Vidal,+525575550100,Family',
      'Iván Soto,+525575550103,Single',
      'Marta Luna,+525575550104,Business',
      'Nobody,not a number,Single',
    ].join('\r\n'),
  ),
};

/** What the keyboard stands on is pressed. */
const press = async (page: Page, role: 'button' | 'radio', called: string | RegExp) => {
  const found = page.getByRole(role, { name: called });
  await expect(found).toBeEnabled();
  await found.focus();
  await page.keyboard.press(role === 'radio' ? 'Space' : 'Enter');
};

async function makeTask(page: Page, called: string): Promise<void> {
  await page.goto('/task/preview');
  // Where the list comes in between, the link that had the focus is drawn anew.
  await expect(async () => {
    await page.getByRole('link', { name: 'New task' }).first().press('Enter', { timeout: 5_000 });
    await expect(page.getByRole('textbox', { name: 'Name of the task' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.getByRole('textbox', { name: 'Name of the task' }).fill(called);
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('Rocío Vidal')).toBeVisible();
  await press(page, 'button', 'Check the file');
  const counts = page.getByRole('list', { name: 'What becomes of the file' });
  await expect(counts).toContainText('3 new customers');
  await expect(counts).toContainText('1 wrong row');
  await press(page, 'button', 'Next: rules');
  await press(page, 'radio', 'Start right away');
  await press(page, 'button', 'Next: people');
  const agents = page.getByRole('combobox', { name: 'Agents' });
  await agents.focus();
  await page.keyboard.type('Ana Cas');
  await expect(page.getByRole('option', { name: 'Ana Castillo' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await press(page, 'button', 'Launch the task');
  await expect(page.getByRole('heading', { name: called })).toBeVisible();
}

test.describe('a preview task', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 180_000 });

  test('[TASK-01] [SHELL-04] goes from its file to its last customer by keyboard alone', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    // Once its customers are in, a task launches itself: who presses the button may come second.
    watch.allow(/409 \(Conflict\).*previewTask\/v1\/updateStatus/);
    const called = name(Date.now());
    const boss = await visit(people.valeria, '/task/preview');
    await makeTask(boss, called);
    await expect(boss.getByText('0 of 3 done')).toBeVisible();

    await onBreak(people.budi);
    const ana = await sitDown(visit, people.ana, '/workBench');
    await ana.keyboard.press('Alt+w');
    const task = ana.getByRole('combobox', { name: 'Task' });
    await task.focus();
    await ana.keyboard.type(called);
    await ana.getByRole('button', { name: 'Next customer' }).focus();
    await ana.keyboard.press('Enter');
    const customer = ana.getByRole('article', { name: 'Customer of a task' });
    await expect(customer.getByRole('heading', { name: 'Rocío Vidal' })).toBeVisible();
    await expect(customer).toContainText('Family');
    // The call is the next thing to do: the focus is there.
    await expect(ana.getByRole('button', { name: 'Call', exact: true })).toBeFocused();
    await ana.keyboard.press('Enter');
    await expect(line(ana)).toContainText('In a call');
    await expect(ana).toHaveURL(/tabIndex=call/);
    await ana.keyboard.press('Alt+x');
    await expect(ana.getByRole('textbox', { name: 'What came of it' })).toBeFocused();
    await ana.keyboard.type('Renews for a year');
    await ana.keyboard.press('Control+Enter');

    await expect(customer.getByRole('heading', { name: 'Iván Soto' })).toBeVisible();
    await ana.keyboard.press('Alt+r');
    await expect(line(ana)).toContainText('Available');
    await ana.getByRole('button', { name: 'Call', exact: true }).focus();
    await ana.keyboard.press('Enter');
    await expect(customer.getByText('Line occupied').first()).toBeVisible();
    await ana.getByRole('textbox', { name: 'What came of it' }).focus();
    await ana.keyboard.press('Control+Enter');

    await expect(customer.getByRole('heading', { name: 'Marta Luna' })).toBeVisible();
    // Nothing is skipped while a call ends.
    await expect(customer.getByRole('button', { name: /^Skip/ })).toBeEnabled();
    await ana.keyboard.press('Alt+k');
    await expect(ana.getByRole('textbox', { name: 'Why this customer is skipped' })).toBeFocused();
    await ana.keyboard.type('Moved abroad');
    await ana.keyboard.press('Enter');
    await expect(ana.getByText('Nobody is left for now.')).toBeVisible();

    await expect(boss.getByText('3 of 3 done')).toBeVisible();
    const { list } = await api<{ list: { name: string; state: number }[] }>(
      await ownerToken(),
      'POST',
      '/cc/api/previewTask/v1/page',
      { name: called },
    );
    expect(list).toMatchObject([{ name: called, state: 5 }]);
  });
});
