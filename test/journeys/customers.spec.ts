import type { Page } from '@playwright/test';
import { api, ownerToken, people, quiet } from './api.ts';
import { expect, expectWhole, test, titleOf } from './fixture.ts';
import { callIn, sitDown, onBreak } from './phone/agent-page.ts';

interface Person {
  id: number;
  full_name: string;
  phones: { number: string }[];
  tags: { name: string }[];
}

const LIST = '/admin/cdp/customer/list';
const table = (page: Page) => page.getByRole('table', { name: 'All customers' });
const rows = (page: Page) => table(page).locator('tbody tr[data-index]');
const found = async (search: object) =>
  api<{ list: Person[]; total: number }>(await ownerToken(), 'POST', LIST, search);

test('[CDP-07] a manager finds customers by words and conditions, tags them, and takes a deletion back', async ({
  visit,
}) => {
  const token = await ownerToken();
  const tag = `Autumn offer ${Date.now()}`;
  const { id: tagId } = await api<{ id: number }>(token, 'POST', '/admin/cdp/tag', { name: tag });
  const page = await visit(people.valeria, '/customers');
  await expect(titleOf(page)).toHaveText('Customers');
  await expect(rows(page).nth(10)).toBeVisible();
  await expectWhole(page);

  const { list } = await found({});
  const one = list.find(({ full_name: name }) => / /.test(name))!;
  await page.keyboard.press('/');
  await page.keyboard.type(one.full_name);
  await expect.poll(() => new URL(page.url()).searchParams.get('words')).toBe(one.full_name);
  // Who stands first before may stand first afterwards too; the list that comes drops what was chosen in the one before.
  await expect(rows(page)).toHaveCount((await found({ words: one.full_name })).total);
  await expect(rows(page).first()).toContainText(one.full_name);

  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Add' }).click();
  await page.getByRole('option', { name: tag }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(rows(page).first()).toContainText(tag);

  await page.goto(`/customers?tags=${tagId}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/customers');
  await page.getByRole('button', { name: 'Conditions' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill(one.full_name);
  await expect(page.getByRole('dialog')).toContainText(/\d+ customers/);
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Namesakes');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(page).toHaveURL(/saved=\d+/);
  await expect(page.getByText(`Name is “${one.full_name}”`)).toBeVisible();
  await expect(rows(page).first()).toContainText(one.full_name);
  await rows(page).first().press('Enter');
  await expect(page.getByRole('heading', { name: one.full_name })).toBeVisible();
  await api(token, 'DELETE', `/admin/cdp/tag/${tagId}`);
});

test('[CDP-07] duplicates become one customer', async ({ visit }) => {
  const token = await ownerToken();
  const add = (name: string) =>
    api<Person>(token, 'POST', '/admin/cdp/customer/insert', {
      full_name: name,
      phones: [{ number: '+525555507711' }],
      allow_duplicate: true,
    });
  const [kept, other] = [await add('Marina Olvera'), await add('M. Olvera')];
  const page = await visit(people.valeria, `/customers/${kept.id}`);
  await page.getByRole('button', { name: 'Merge with M. Olvera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('button', { name: 'Merge with M. Olvera' })).toBeHidden();
  await page.goto(`/customers/${other.id}`);
  await expect(page).toHaveURL(new RegExp(`/customers/${kept.id}$`));
  await expect(page.getByRole('heading', { name: 'Marina Olvera' })).toBeVisible();
  await api(token, 'DELETE', `/admin/cdp/customer/${kept.id}`);
});

test('[PHONE-20] an agent sees who calls by name, edits the customer in the call and plans what comes next', async ({
  visit,
  watch,
}) => {
  watch.allow(/ERR_|WebSocket/);
  const page = await sitDown(visit, people.ana, '/workBench');
  await onBreak(people.budi);
  const answer = page.getByRole('button', { name: 'Answer' }).first();
  // Four of five who call are customers of the demo, and have a name.
  await expect(async () => {
    await quiet(await ownerToken());
    await expect(answer).toBeHidden();
    await callIn();
    await expect(answer).toBeVisible({ timeout: 10_000 });
    await expect(page.locator('.bench-live h2')).toHaveText(/^\p{L}/u, { timeout: 3_000 });
  }).toPass({ timeout: 50_000 });
  await answer.click();
  const card = page.getByRole('group', { name: 'Customer', exact: true });
  const several = card.getByText(/customers have this number/);
  const note = card.getByRole('button', { name: /^Edit Note/ });
  await expect(several.or(note)).toBeVisible();
  if (await several.isVisible()) await card.getByRole('button').first().click();
  await note.click();
  await card.getByRole('textbox', { name: 'Note', exact: true }).fill('Wants the blue one.');
  await page.keyboard.press('Control+Enter');
  await expect(card.getByRole('button', { name: 'Edit Note: Wants the blue one.' })).toBeVisible();
  await card.getByRole('textbox', { name: 'What was done, or is to be done' }).fill('Send the offer');
  await card.getByLabel('Due').fill('2030-01-02T09:30');
  await card.getByRole('button', { name: 'Plan' }).click();
  await expect(card.getByText('Send the offer')).toBeVisible();
  await quiet(await ownerToken());
});

test('[CDP-05] a manager reads what AI agents and a customer said, from the customer to the list to one call', async ({
  visit,
}) => {
  const { list } = await api<{ list: { customerId: number | null; callId: string | null; turns: number }[] }>(
    await ownerToken(),
    'POST',
    '/cc/api/aiCall/v1/page',
    { show: 'calls', size: 100 },
  );
  const talk = list.find(({ customerId, callId, turns }) => customerId !== null && callId !== null && turns > 0)!;
  const page = await visit(people.valeria, `/customers/${talk.customerId}`);
  await page.getByRole('link', { name: 'AI calls' }).click();
  await expect(titleOf(page)).toHaveText('AI calls');
  const calls = page.getByRole('table', { name: 'AI calls' }).locator('tbody tr[data-index]');
  await expect(calls.first()).toBeVisible();
  await expectWhole(page);
  await page.goto(`/customers/${talk.customerId}/aiCalls?call=${talk.callId}`);
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(conversation.getByRole('listitem').first()).toContainText('AI agent');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(conversation).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
