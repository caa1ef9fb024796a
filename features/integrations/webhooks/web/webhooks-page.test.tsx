import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { hookEventNames, webhooksApi, type DeliveryDetail, type Hook } from '../contract.ts';
import { webhooks } from './index.ts';
import WebhooksPage from './webhooks-page.tsx';

const crm: Hook = {
  id: 1,
  name: 'CRM',
  url: 'https://crm.example/hook',
  events: ['call.ended'],
  enabled: true,
  maskNumbers: false,
  stopped: null,
  previousUntil: null,
  failingSince: null,
};
const fieldsOf = ({ id, name, url, events, enabled, maskNumbers }: Hook) => ({
  id,
  name,
  url,
  events,
  enabled,
  maskNumbers,
});
const delivery: DeliveryDetail = {
  id: 7,
  hookId: 1,
  hookName: 'CRM',
  eventId: 'evt_1',
  type: 'call.ended',
  state: 'waiting',
  tries: 2,
  why: 'status',
  answerStatus: 503,
  durationMs: 41,
  createdAt: '2026-11-15 09:00:00',
  lastTryAt: '2026-11-15 09:01:00',
  nextTryAt: '2026-11-15 09:06:00',
  body: '{"id":"evt_1"}',
  answer: 'busy',
};

async function show({
  hooks = [crm],
  functions = ['webhooks.view', 'webhooks.edit'],
  answers = {},
}: { hooks?: Hook[]; functions?: string[]; answers?: Record<string, object> } = {}) {
  const settings = {
    version: 'v1',
    hooks,
    events: hookEventNames.map((event) => ({ event, mayHave: true })),
    mustMask: false,
  };
  const asked = fakeServer(({ url, method }) => ({
    data:
      answers[url] ??
      (url === webhooksApi.settings.path
        ? method === 'PUT'
          ? { ...settings, hooks: [crm], secrets: [{ id: 1, secret: 'whsec_new' }] }
          : settings
        : url === webhooksApi.log.path
          ? { list: [delivery], total: 1 }
          : delivery),
  }));
  await showPage(<WebhooksPage />, {
    at: '/settings/webhooks',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: webhooks,
  });
  return {
    sent: (method: string, path: string) =>
      asked.filter((one) => one.url === path && one.method === method).map(({ body }) => body),
  };
}

test('[ADMIN-06] a new webhook gets an address and events, and its secret is shown once', async () => {
  const { sent } = await show({ hooks: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'New webhook' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'CRM' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'https://crm.example/hook' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Choose at least one.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'A call ends' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  expect(sent('PUT', webhooksApi.saveSettings.path)).toEqual([
    { version: 'v1', hooks: [{ ...fieldsOf(crm), id: null }] },
  ]);
});

test('[ADMIN-06] one is switched off and removed without touching the others', async () => {
  const other = { ...crm, id: 2, name: 'BI', enabled: false, stopped: 'paused' as const };
  const { sent } = await show({ hooks: [crm, other] });
  const row = await screen.findByRole('listitem', { name: 'CRM' });
  expect(screen.getByText('Paused after three days of failing')).toBeTruthy();
  expect(within(row).getByText('Clear numbers')).toBeTruthy();
  fireEvent.click(within(row).getByRole('switch', { name: 'CRM is on' }));
  await waitFor(() =>
    expect(sent('PUT', webhooksApi.saveSettings.path)).toEqual([
      { version: 'v1', hooks: [{ ...fieldsOf(crm), enabled: false }, fieldsOf(other)] },
    ]),
  );
  fireEvent.click(
    within(await screen.findByRole('listitem', { name: 'BI' })).getByRole('button', { name: 'Remove BI' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(sent('PUT', webhooksApi.saveSettings.path).at(-1)).toEqual({ version: 'v1', hooks: [fieldsOf(crm)] }),
  );
});

test('[ADMIN-06] one for which too much waits says so', async () => {
  await show({ hooks: [{ ...crm, enabled: false, stopped: 'full' }] });
  expect(await screen.findByText('Stopped: 10,000 events wait for it')).toBeTruthy();
});

test('[ADMIN-06] a test says in plain words why it did not arrive', async () => {
  const { sent } = await show({
    answers: {
      [webhooksApi.test.path]: {
        ...delivery,
        type: 'webhook.test',
        state: 'failed',
        why: 'privateAddress',
        answerStatus: null,
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/did not arrive: The address leads into a private network/)).toBeTruthy();
  expect(sent('POST', webhooksApi.test.path)).toEqual([{ id: 1 }]);
});

test('[ADMIN-06] the log says why and when it tries again; opened, it shows what was sent and sends it again', async () => {
  const { sent } = await show({
    answers: { [webhooksApi.resend.path]: { ...delivery, state: 'delivered', why: null } },
  });
  expect(await screen.findByText('The receiver answered 503.')).toBeTruthy();
  expect(screen.getByText(/Next try/)).toBeTruthy();
  fireEvent.click(screen.getByText('The receiver answered 503.'));
  expect(await screen.findByText('busy')).toBeTruthy();
  expect(screen.getByText(/"id": "evt_1"/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Delivered.')).toBeTruthy();
  expect(sent('POST', webhooksApi.resend.path)).toEqual([{ id: 7 }]);
});

test('[ADMIN-06] whoever may only look finds no buttons that change', async () => {
  await show({ functions: ['webhooks.view'] });
  expect(await screen.findByRole('listitem', { name: 'CRM' })).toBeTruthy();
  for (const name of ['New webhook', 'Send a test', 'Remove CRM'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
});
