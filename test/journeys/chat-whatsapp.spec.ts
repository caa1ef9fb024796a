import {
  BUSINESS_ID,
  APP_SECRET,
  NUMBER_ID,
  openCloudApi,
  signed,
  messageBody,
  statusBody,
  TOKEN,
} from '#adapters/whatsapp-cloud/cloud-api.fixture.ts';
import { api, ORIGIN, ownerToken, people } from './api.ts';
import { box, goOnline, log, makeRoom, rowOf, switchOff } from './chat-page.ts';
import { expect, test } from './fixture.ts';

const LUCIA = '5215500011122';
const PEDRO = '5215500011133';
const HOUR_MS = 3_600_000;

test.describe('a customer who writes by WhatsApp', () => {
  let cloud: Awaited<ReturnType<typeof openCloudApi>>;
  let path = '';
  test.beforeAll(async () => {
    await makeRoom();
    cloud = await openCloudApi();
    const owner = await ownerToken();
    const [web] = await api<{ group_id: number }[]>(owner, 'GET', '/home/api/chat/channel');
    const whatsapp = {
      phone_number_id: NUMBER_ID,
      business_id: BUSINESS_ID,
      display_number: '+1 555 0100',
      api_base: cloud.base,
    };
    const { id } = await api<{ id: number }>(owner, 'POST', '/home/api/chat/carrier', {
      name: 'Aurora on WhatsApp',
      group_id: web!.group_id,
      whatsapp,
      secrets: { access_token: TOKEN, app_secret: APP_SECRET },
    });
    await api(owner, 'POST', `/home/api/chat/carrier/${id}/templates`, {});
    const accounts = await api<{ id: number; key: string }[]>(owner, 'GET', '/home/api/chat/carrier');
    path = `/home/api/chat/whatsapp/${accounts.find((one) => one.id === id)!.key}`;
  });
  test.afterAll(async () => {
    await switchOff(people.chen);
    await cloud.close();
  });

  /** A call of WhatsApp's server. */
  async function hook(body: object): Promise<void> {
    const { payload, headers } = signed(body);
    expect((await fetch(`${ORIGIN}${path}`, { method: 'POST', headers, body: payload })).status).toBe(200);
  }
  const sentTo = (number: string) => cloud.sent.filter(({ to }) => to === number);

  test('[CHAT-07] is answered, with ticks as WhatsApp tells them; after 24 hours by a template', async ({ visit }) => {
    const page = await visit(people.chen, '/interactive/chat');
    await goOnline(page);
    await hook(messageBody(LUCIA, { type: 'text', text: { body: 'Is my flight on time?' } }));
    await rowOf(page, 'Is my flight on time?').click();
    await expect(page.getByText(/^Free text for another 23:5/)).toBeVisible();
    await box(page).fill('It is, gate 12.');
    await box(page).press('Enter');
    await expect.poll(() => sentTo(LUCIA).map(({ text }) => text?.body)).toEqual(['It is, gate 12.']);
    await expect(log(page).getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
    await hook(statusBody(sentTo(LUCIA)[0]!.id, 'delivered'));
    await expect(log(page).getByRole('img', { name: 'Delivered' })).toBeVisible();
    await hook(statusBody(sentTo(LUCIA)[0]!.id, 'read'));
    await expect(log(page).getByRole('img', { name: 'Read' })).toBeVisible();

    cloud.next('refuse');
    await box(page).fill('Safe travels!');
    await box(page).press('Enter');
    await expect(log(page).getByText('This number cannot be reached there.')).toBeVisible();
    await log(page).getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => sentTo(LUCIA).map(({ text }) => text?.body)).toEqual(['It is, gate 12.', 'Safe travels!']);
    await expect(log(page).getByText('This number cannot be reached there.')).toHaveCount(0);

    await hook(
      messageBody(
        PEDRO,
        { type: 'text', text: { body: 'I wrote yesterday' } },
        { name: 'Pedro Gil', atMs: Date.now() - 25 * HOUR_MS },
      ),
    );
    await rowOf(page, 'I wrote yesterday').click();
    await expect(page.getByText('The 24 hours for free text are over.')).toBeVisible();
    await page.getByRole('button', { name: 'Template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Template' });
    await dialog.getByRole('combobox', { name: 'Choose a template' }).selectOption('order_update (en_US)');
    await dialog.getByRole('textbox', { name: 'Value 1' }).fill('Pedro');
    await dialog.getByRole('textbox', { name: 'Value 2' }).fill('A-17');
    await expect(dialog.getByText('Hello Pedro, your order A-17 is on its way.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send the template' }).click();
    await expect(log(page).getByText('Hello Pedro, your order A-17 is on its way.')).toBeVisible();
    await expect.poll(() => sentTo(PEDRO).map(({ type }) => type)).toEqual(['template']);
  });

  test('[SHELL-16] the header has a code that opens WhatsApp, and one that opens our page', async ({ visit }) => {
    const page = await visit(people.chen);
    await page.getByRole('button', { name: 'Chat with us on a phone' }).click();
    const codes = page.getByRole('dialog', { name: 'Chat with us on a phone' }).getByRole('link');
    await expect(codes).toHaveCount(2);
    await expect(codes.first()).toHaveAttribute('href', 'https://wa.me/15550100');
    await expect(codes.last()).toHaveAttribute('href', /\/c\/aurora/);
  });
});
