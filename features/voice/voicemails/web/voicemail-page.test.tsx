import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { VOICEMAIL_CHANGED, voicemailsApi, type KeptBox, type Voicemail } from '../contract.ts';
import { voicemails } from './index.ts';
import VoicemailPage from './voicemail-page.tsx';

const message = (wishes: Partial<Voicemail> = {}): Voicemail => ({
  id: 3,
  callId: 'c-3',
  recordingId: 'c-3-voicemail-g7',
  box: 'group:7',
  boxKind: 'group',
  boxName: 'Sales',
  number: '525512345678',
  displayNumber: '525512345678',
  country: 'MX',
  customerId: '8',
  customerName: 'Lucía Hernández',
  fromChat: false,
  ourNumber: '525555550100',
  leftAt: '2026-11-15 10:00:00',
  durationMs: 62_400,
  bytes: 1_000,
  state: 'new',
  heardBy: '',
  heardAt: null,
  doneBy: '',
  doneAt: null,
  remark: '',
  canCallback: true,
  calledBack: false,
  ...wishes,
});
const boxes: KeptBox[] = [
  { box: 'agent:7', kind: 'agent', name: 'Ana', fresh: 0, mine: true },
  { box: 'group:7', kind: 'group', name: 'Sales', fresh: 2, mine: true },
];
const targets = [
  { box: 'main', kind: 'main', name: '' },
  { box: 'group:7', kind: 'group', name: 'Sales' },
  { box: 'agent:9', kind: 'agent', name: 'Budi' },
];

async function show({ list = [message()], hasMore = false, at = '/', functions = [] as string[] } = {}) {
  const asked = fakeServer(({ url, body }) => {
    if (url === voicemailsApi.boxes.path) return { data: boxes };
    if (url === voicemailsApi.targets.path) return { data: targets };
    if (url === voicemailsApi.page.path)
      return {
        data: (body as { before?: number }).before
          ? { list: [message({ id: 1, callId: 'c-1', customerName: 'Older' })], hasMore: false }
          : { list, hasMore },
      };
    return { data: url === voicemailsApi.detail.path ? (list[0] ?? message()) : null };
  });
  await showPage(<VoicemailPage />, {
    at,
    viewer: aViewer({ functions: new Set(['voicemails.use', 'customers.use', 'call-records.use', ...functions]) }),
    feature: voicemails,
  });
  return (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body);
}

test('[CC-16] messages show who called, when, how long and in which box; a box is chosen with a press', async () => {
  const asked = await show({
    list: [
      message(),
      message({
        id: 4,
        callId: 'c-4',
        customerName: '',
        state: 'done',
        box: 'agent:7',
        boxKind: 'agent',
        boxName: 'Ana',
      }),
    ],
  });
  const rows = await screen.findAllByRole('listitem').then(() => screen.getByRole('region', { name: 'Messages' }));
  const first = within(rows).getByRole('button', { name: /^Open the message of Lucía Hernández/ });
  expect(first.textContent).toContain('Sales');
  expect(first.textContent).toContain('1:02');
  expect(within(rows).getByRole('button', { name: /^Open the message of \+52 55 1234 5678/ }).textContent).toContain(
    'My box',
  );
  const nav = screen.getByRole('navigation', { name: 'Mailboxes' });
  expect(within(nav).getByRole('button', { name: /Sales/ }).textContent).toContain('2 new messages');
  fireEvent.click(within(nav).getByRole('button', { name: /Sales/ }));
  await waitFor(() =>
    expect(asked(voicemailsApi.page.path).at(-1)).toMatchObject({ box: { kind: 'group', groupId: 7 } }),
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Done' }));
  await waitFor(() =>
    expect(asked(voicemailsApi.page.path).at(-1)).toMatchObject({ box: { kind: 'group', groupId: 7 }, state: 'done' }),
  );
});

test('[CC-16] a message is marked done in the list, and again not', async () => {
  const asked = await show({
    list: [message(), message({ id: 4, callId: 'c-4', customerName: 'Budi', state: 'done' })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Mark done: Lucía Hernández' }));
  await waitFor(() => expect(asked(voicemailsApi.mark.path)).toEqual([{ id: 3, state: 'done' }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Not done yet: Budi' }));
  await waitFor(() => expect(asked(voicemailsApi.mark.path).at(-1)).toEqual({ id: 4, state: 'heard' }));
});

test('[CC-16] an open message leads to its customer and its call, takes a remark and is moved', async () => {
  const asked = await show({ at: '/?message=3' });
  const panel = await screen.findByRole('dialog', { name: 'Message' });
  expect((await within(panel).findByRole('link', { name: 'Customer' })).getAttribute('href')).toBe('/customers/8');
  expect(within(panel).getByRole('link', { name: 'Call record' }).getAttribute('href')).toBe('/record?call=c-3');
  fireEvent.change(within(panel).getByRole('textbox', { name: 'Remark' }), { target: { value: 'Wants an invoice' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Save remark' }));
  await waitFor(() => expect(asked(voicemailsApi.remark.path)).toEqual([{ id: 3, remark: 'Wants an invoice' }]));
  fireEvent.click(within(panel).getByRole('combobox', { name: 'Move to another box' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Budi' }));
  await waitFor(() => expect(asked(voicemailsApi.move.path)).toEqual([{ id: 3, to: { kind: 'agent', userId: 9 } }]));
});

test('[CC-16] older messages are added below', async () => {
  await show({ hasMore: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByRole('button', { name: /^Open the message of Older/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Open the message of Lucía Hernández/ })).toBeTruthy();
});

test('[CC-16] an empty box says so; one that is only filtered offers everything again', async () => {
  await show({ list: [] });
  expect(await screen.findByText('No messages')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'New' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No messages')).toBeTruthy();
});

test('[CC-16] a message that arrives is told on whatever page, with a way to it', async () => {
  await show();
  const went: string[] = [];
  const stop = await voicemails.start!({ viewer: aViewer(), go: (address) => void went.push(address) });
  deliverEvent(VOICEMAIL_CHANGED, { id: 12, box: 'group:7', arrived: false });
  deliverEvent(VOICEMAIL_CHANGED, { id: 13, box: 'group:7', arrived: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Listen' }));
  expect(went).toEqual(['/interactive/voicemail?message=13']);
  stop();
});

test('[CC-16] the list is saved as a table by those who may', async () => {
  const asked = await show({ functions: ['voicemails.export'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'XLSX' }));
  await waitFor(() => expect(asked(voicemailsApi.exportPage.path)).toEqual([{ kind: 'xlsx' }]));
});
