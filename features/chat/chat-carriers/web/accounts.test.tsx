import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { chatChannels } from '#features/chat/chat-channels/web/index.ts';
import { chatChannelsApi } from '#features/chat/chat-channels/contract.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import ChannelsPage from '#features/chat/chat-channels/web/channels-page.tsx';
import { chatCarriersApi, type ShownCarrierAccount } from '../contract.ts';
import { chatCarriers } from './index.ts';

const number: ShownCarrierAccount = {
  id: 5,
  key: 'wa-1',
  kind: 'whatsapp',
  name: 'Our number',
  group_id: 1,
  group_name: 'Sales',
  enabled: true,
  version: 3,
  email: null,
  secrets_set: ['access_token', 'app_secret'],
  whatsapp: {
    phone_number_id: '106540352242922',
    business_id: '102290129340398',
    display_number: '+52 55 1234 5678',
    api_base: 'https://graph.facebook.com/v23.0',
    templates: [{ name: 'order_update', language: 'en_US', body: 'Hello {{1}}' }],
  },
  hook: { address: 'https://openseat.test/home/api/chat/whatsapp/wa-1', verify_token: 'the-word' },
  contact_at: null,
  problem: 'badToken',
};

async function show({
  accounts = [number],
  functions = ['chat-channels.view', 'chat-channels.edit', 'chat-carriers.view', 'chat-carriers.edit'],
  problem = '',
} = {}) {
  const asked = fakeServer(({ url, method }) => {
    const path = url.split('?')[0]!;
    if (path === chatCarriersApi.list.path && method === 'GET') return { data: accounts };
    if (path === chatChannelsApi.list.path) return { data: [] };
    if (path === agentGroupsApi.all.path) return { data: [{ id: 1, name: 'Sales' }] };
    return {
      data: path.endsWith('/check') ? { problem } : path.endsWith('/templates') ? { count: 4, problem: '' } : { id: 9 },
    };
  });
  await ensureFeatureTexts(chatCarriers);
  await showPage(<ChannelsPage />, {
    at: '/settings/chat',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: chatChannels,
  });
  return (method: string, path: string) =>
    asked.filter((one) => one.url === path && one.method === method).map(({ body }) => body);
}
const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input, textarea, select' }), { target: { value } });
vi.setConfig({ testTimeout: 20_000 });

test('an account shows where the carrier calls, with which word, and what was wrong', async () => {
  await show();
  const card = await screen.findByRole('article', { name: 'Our number' });
  for (const text of [
    '+52 55 1234 5678',
    number.hook!.address,
    'the-word',
    'None yet',
    'The access token is not accepted. It may have expired.',
  ])
    expect(within(card).getByText(text)).toBeTruthy();
});

test('the check says in plain words what is wrong; templates are read by a button', async () => {
  const sent = await show({ problem: 'badNumber' });
  const card = await screen.findByRole('article', { name: 'Our number' });
  fireEvent.click(within(card).getByRole('button', { name: 'Check the connection' }));
  expect(await screen.findByText('The phone number ID is not one of this account.')).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: 'Read templates' }));
  expect(await screen.findByText('4 templates were read.')).toBeTruthy();
  expect(sent('POST', '/home/api/chat/carrier/5/check')).toHaveLength(1);
});

test('a change keeps secrets nobody typed, and lines that are no templates are refused', async () => {
  const sent = await show();
  fireEvent.click(
    within(await screen.findByRole('article', { name: 'Our number' })).getByRole('button', { name: 'Edit' }),
  );
  await fill(/^Templates/, 'order_update | en_US | Hello {{1}}\nnonsense');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Line 2 is not a template.')).toBeTruthy();
  await fill(/^Templates/, 'bye | es_MX | Adiós\\n{{1}}');
  await fill(/^App secret/, 'another');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('PUT', '/home/api/chat/carrier/5')).toEqual([
      {
        name: 'Our number',
        group_id: 1,
        enabled: true,
        version: 3,
        whatsapp: { ...number.whatsapp, templates: [{ name: 'bye', language: 'es_MX', body: 'Adiós\n{{1}}' }] },
        secrets: { app_secret: 'another' },
      },
    ]),
  );
});

test('adding a channel asks which kind; a mailbox is one of them', async () => {
  const sent = await show({ accounts: [] });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add a channel' }))[0]!);
  fireEvent.click(await screen.findByRole('button', { name: /^E-mail/ }));
  await fill(/^Name(?! customers)/, 'Support');
  await fill(/^Answered by/, '1');
  await fill(/^Address/, 'Help@Shop.example');
  await fill(/^Receiving server/, 'imap.shop.example');
  await fill(/^Sending server/, 'smtp.shop.example');
  fireEvent.change((await screen.findAllByLabelText(/^User/))[0]!, { target: { value: 'help' } });
  await fill(/^Password for receiving/, 'secret');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('POST', chatCarriersApi.add.path)).toMatchObject([
      {
        name: 'Support',
        group_id: 1,
        email: {
          address: 'help@shop.example',
          imap_host: 'imap.shop.example',
          imap_port: 993,
          smtp_port: 465,
          folder: 'INBOX',
        },
        secrets: { imap_password: 'secret' },
      },
    ]),
  );
});

test('whoever may only change web channels is not asked for a kind', async () => {
  await show({ functions: ['chat-channels.view', 'chat-channels.edit'] });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add a channel' }))[0]!);
  await waitFor(() => expect(screen.queryByText('What kind of channel?')).toBeNull());
});
