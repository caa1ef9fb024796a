import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fieldConfigApi } from '#features/customers/field-config/contract.ts';
import { followRecordsApi } from '#features/customers/follow-records/contract.ts';
import { PhoneDeskContext } from '#features/voice/softphone/web/index.ts';
import { fakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { routesApi } from '#features/voice/call-routes/contract.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { customersApi, type Customer } from '../contract.ts';
import CallerCard from './caller-card.tsx';
import { aCustomer } from './customers.fixture.ts';
import CustomerPage from './customer-page.tsx';
import { customers } from './index.ts';
import { nameOfCaller, phoneKeys } from './look-up.ts';

beforeEach(() => localStorage.clear());

const all = ['customers.use', 'customers.edit', 'customers.delete', 'field-config.use', 'follow-records.use'];
const tier = {
  id: 5,
  name: 'Tier',
  type: VariableType.choice,
  options: ['Gold', 'Silver'],
  currency: null,
  format: '',
  required: false,
  masked: false,
  position: 0,
};
const timeline = [
  {
    key: 'call-1',
    at: '2026-11-14 16:20:00',
    kind: 'call',
    who: 'Budi',
    body: { callId: 'c1', direction: 'inbound', outcome: CallOutcome.talked, talkSec: 65, hasRecording: false },
  },
  {
    key: 'change-2',
    at: '2026-11-13 09:00:00',
    kind: 'change',
    who: 'Ana',
    body: { kind: 'edited', changes: [{ field: 'company', before: 'Old', after: 'Aurora' }] },
  },
];
const one = (id: number) => customersApi.get.path.replace('{id}', String(id));

type Answer = { code?: number; data?: unknown };
function serve(customer: Customer, answers: Record<string, Answer> = {}) {
  let kept = customer;
  const asked = fakeServer(({ url, method, body }) => {
    const path = url.split('?')[0]!;
    if (answers[`${method} ${path}`]) return answers[`${method} ${path}`]!;
    if (path === customersApi.update.path && method === 'PUT')
      return {
        data: (kept = {
          ...kept,
          ...(body as Partial<Customer>),
          phones: kept.phones,
          tags: kept.tags,
          version: kept.version + 1,
        }),
      };
    return {
      data:
        {
          [one(customer.id)]: method === 'DELETE' ? { deletion_id: 'd' } : kept,
          [customersApi.timeline.path]: {
            list: timeline.filter(({ kind }) => (body as { kinds?: string[] } | null)?.kinds?.includes(kind) ?? true),
            next: null,
          },
          [customersApi.duplicates.path]: [],
          [customersApi.list.path]: { list: [kept], total: 1, capped: false },
          [fieldConfigApi.list.path]: [
            { key: 'custom:5', name: 'Tier', shown: true, position: 0, required: false, masked: false, custom: tier },
          ],
          [followRecordsApi.list.path]: { list: [], total: 0 },
          [routesApi.displayNumbers.path]: [],
        }[path] ?? [],
    };
  });
  return (path: string, method = 'POST') =>
    asked.filter((ask) => ask.url.split('?')[0] === path && ask.method === method).map(({ body }) => body);
}

async function show(
  customer: Customer,
  {
    answers = {},
    functions = all,
    desk = fakeDesk(),
  }: { answers?: Record<string, Answer>; functions?: string[]; desk?: ReturnType<typeof fakeDesk> } = {},
) {
  const sent = serve(customer, answers);
  await showPage(
    <PhoneDeskContext value={desk}>
      <CustomerPage />
    </PhoneDeskContext>,
    {
      at: `/customers/${customer.id}`,
      path: '/customers/:id',
      viewer: aViewer({ functions: new Set(functions) }),
      feature: customers,
    },
  );
  return { sent, desk };
}

test('[CDP-07] a field is edited where it stands, saved by itself, and taken back', async () => {
  const { sent } = await show(aCustomer());
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Company: Aurora' }));
  const field = screen.getByRole('textbox', { name: 'Company' });
  fireEvent.change(field, { target: { value: 'Boreal' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent(customersApi.update.path, 'PUT')).toEqual([
      { id: 1, version: 3, company: 'Boreal' },
      { id: 1, version: 4, company: 'Aurora' },
    ]),
  );
});

test('[CDP-07] what somebody else changed meanwhile is told with their name', async () => {
  await show(aCustomer(), { answers: { [`PUT ${customersApi.update.path}`]: { code: 20002 } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Name: Lucía Prado' }));
  const field = screen.getByRole('textbox', { name: 'Name' });
  fireEvent.change(field, { target: { value: 'Lucia' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText(/^Ana changed Company meanwhile/)).toBeTruthy();
});

test('[CDP-07] chats in the timeline say where they were and how they were rated, lead to the conversation and can be asked for alone', async () => {
  const chat = {
    key: 'chat-9',
    at: '2026-11-12 10:00:00',
    kind: 'chat',
    who: 'Chen',
    body: { id: 9, channel: 'Web shop', state: 'closed', rating: 4, text: 'Thank you!', remark: '' },
  };
  const { sent } = await show(aCustomer(), {
    functions: [...all, 'chat.use'],
    answers: { [`POST ${customersApi.timeline.path}`]: { data: { list: [chat], next: null } } },
  });
  expect(await screen.findByText('Chat by Web shop')).toBeTruthy();
  expect(screen.getByText('Thank you!')).toBeTruthy();
  expect(screen.getByLabelText('Rated 4 of 5')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the conversation' }).getAttribute('href')).toBe(
    '/interactive/chat?id=9',
  );
  fireEvent.click(screen.getByRole('checkbox', { name: 'Chats' }));
  await waitFor(() => expect(sent(customersApi.timeline.path).at(-1)).toMatchObject({ kinds: ['chat'] }));
});

test('the timeline tells calls and who changed what', async () => {
  await show(aCustomer());
  const lines = within(await screen.findByRole('region', { name: 'What happened' }));
  expect(await lines.findByText('Budi')).toBeTruthy();
  expect(lines.getByText('Old')).toBeTruthy();
});

test('a hidden number is called by its word and cannot be copied', async () => {
  const { desk } = await show(aCustomer({ phones: [{ number: '52*****1477', country: 'MX', word: 'enc.abc' }] }));
  fireEvent.click(await screen.findByRole('button', { name: 'Call' }));
  await waitFor(() =>
    expect(desk.asked).toMatchObject([
      ['press', { type: 'dialPressed', order: { number: 'enc.abc', countryCode: '', customerName: 'Lucía Prado' } }],
    ]),
  );
  expect(screen.queryByRole('button', { name: /^Copy \+?52/ })).toBeNull();
});

test('whoever asked not to be called has no button to call, and without the key there is none to delete', async () => {
  await show(aCustomer({ do_not_call: true }), { functions: ['customers.use'] });
  expect((await screen.findAllByText('Do not call')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /^Call/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('two customers with one number are made one, with the values that were chosen', async () => {
  const other = aCustomer({ id: 2, full_name: 'L. Prado', company: 'Boreal' });
  const { sent } = await show(aCustomer(), {
    answers: {
      [`POST ${customersApi.duplicates.path}`]: { data: [{ shared: '525555501477', customers: [aCustomer(), other] }] },
      [`POST ${customersApi.merge.path}`]: { data: aCustomer() },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Merge with L. Prado' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Boreal' }));
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
  await waitFor(() =>
    expect(sent(customersApi.merge.path)).toEqual([{ keep_id: 1, other_ids: [2], fields: { company: 'Boreal' } }]),
  );
});

test('[CDP-07] a person is erased only by whoever types the name, and the certificate is shown', async () => {
  const { sent } = await show(aCustomer(), {
    functions: [...all, 'customers.erase'],
    answers: {
      [`POST ${customersApi.erase.path}`]: { data: { certificate: 'c0ffee', erased: { customers: 1, calls: 4 } } },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Erase for good' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Lucía Prado for good?' }));
  expect(dialog.getByText('All recordings of calls')).toBeTruthy();
  const yes = dialog.getByRole('button', { name: 'Erase for good' });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'asked by letter' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Type “Lucía Prado” to confirm' }), {
    target: { value: 'Lucía' },
  });
  expect(yes.hasAttribute('disabled')).toBe(true);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Type “Lucía Prado” to confirm' }), {
    target: { value: 'lucía prado ' },
  });
  fireEvent.click(yes);
  expect(await screen.findByText('c0ffee')).toBeTruthy();
  expect(screen.getByText(/5 things were erased/)).toBeTruthy();
  expect(sent(customersApi.erase.path)).toEqual([{ id: 1, reason: 'asked by letter' }]);
});

test('[CDP-07] what is kept about a person is exported into the downloads; without the key nothing of this is offered', async () => {
  const { sent } = await show(aCustomer(), {
    functions: [...all, 'customers.erase'],
    answers: { [`POST ${customersApi.exportPerson.path}`]: { data: { task_id: 9 } } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export what is kept about them' }));
  expect(await screen.findByRole('button', { name: 'Show downloads' })).toBeTruthy();
  expect(sent(customersApi.exportPerson.path)).toEqual([{ id: 1 }]);
  cleanup();
  await show(aCustomer());
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('[CDP-01] one’s own customer leaves one’s list', async () => {
  const { sent } = await show(aCustomer({ owner_id: 7, owner_name: 'Ana' }), {
    functions: ['customers.use'],
    answers: { [`DELETE ${customersApi.leaveMyList.path}`]: { data: { removed: 1 } } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  expect(screen.queryByRole('menuitem', { name: 'Erase for good' })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Take off my list' }));
  await waitFor(() => expect(sent(customersApi.leaveMyList.path, 'DELETE')).toHaveLength(1));
});

test('[CDP-07] first name, last name and time zone are edited where they stand', async () => {
  const { sent } = await show(aCustomer({ first_name: 'Lucia' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit First name: Lucia' }));
  const field = screen.getByRole('textbox', { name: 'First name' });
  fireEvent.change(field, { target: { value: 'Lucía' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent(customersApi.update.path, 'PUT')).toMatchObject([{ id: 1, first_name: 'Lucía' }]));
  const zone = screen.getByLabelText('Time zone', { selector: 'input' });
  act(() => {
    zone.focus();
    fireEvent.change(zone, { target: { value: 'Mexico City' } });
  });
  fireEvent.click(await screen.findByText('America/Mexico City'));
  await waitFor(() =>
    expect(sent(customersApi.update.path, 'PUT')).toMatchObject([{}, { time_zone: 'America/Mexico_City' }]),
  );
});

test('a follow-up is planned in the reader’s own time', async () => {
  const { sent } = await show(aCustomer());
  fireEvent.change(await screen.findByRole('textbox', { name: 'What was done, or is to be done' }), {
    target: { value: 'Send the offer' },
  });
  fireEvent.change(screen.getByLabelText('Due'), { target: { value: '2026-12-01T09:30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
  await waitFor(() =>
    expect(sent(followRecordsApi.add.path)).toEqual([
      { customer_id: 1, content: 'Send the offer', call_id: null, due_at: '2026-12-01 09:30:00', assignee_id: 7 },
    ]),
  );
});

test('[PHONE-20] a caller is looked up by country code and number', async () => {
  const sent = serve(aCustomer({ full_name: '', first_name: 'Lucía', last_name: 'Prado' }));
  expect(await nameOfCaller({ countryCode: '52', number: '5555501477', pageSize: 30, callId: 'now' })).toBe(
    'Lucía Prado',
  );
  expect(await nameOfCaller({ countryCode: '52', number: '52*****1477', pageSize: 0, callId: 'now' })).toBe(
    'Lucía Prado',
  );
  expect(await nameOfCaller({ countryCode: '52', number: '52*****1477', pageSize: 30, callId: null })).toBeNull();
  expect(sent(customersApi.list.path)).toEqual([
    {
      sms_phones: ['52-5555501477'],
      call_id: 'now',
      page_number: 1,
      page_size: 30,
      field_names: ['full_name'],
      hasEncrypt: false,
    },
    { page_number: 1, page_size: 0, call_id: 'now', field_names: ['full_name'], hasEncrypt: true },
  ]);
  expect(phoneKeys('52', '525555501477')).toEqual(['52-525555501477', '52-5555501477']);
  expect(phoneKeys('52', 'enc.abc')).toEqual(['enc.abc']);
});

test('[PHONE-20] several customers with the caller’s number are offered, a stranger is added in one press', async () => {
  const sent = serve(aCustomer(), {
    [`POST ${customersApi.list.path}`]: {
      data: { list: [aCustomer(), aCustomer({ id: 2, full_name: 'Emilio' })], total: 2, capped: false },
    },
  });
  const viewer = aViewer({ functions: new Set(['customers.use']) });
  const first = await showPage(<CallerCard number="525555501477" callId="now" isMonitoring={false} />, {
    viewer,
    feature: customers,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Lucía Prado · Aurora' }));
  expect(await screen.findByRole('button', { name: 'Edit Name: Lucía Prado' })).toBeTruthy();
  expect(sent(customersApi.list.path)).toMatchObject([{ sms_phones: ['525555501477'], page_size: 30 }]);
  first.unmount();
  const added = serve(aCustomer(), {
    [`POST ${customersApi.list.path}`]: { data: { list: [], total: 0, capped: false } },
  });
  await showPage(<CallerCard number="525555509999" callId="now" isMonitoring={false} />, {
    viewer,
    feature: customers,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add as a customer' }));
  await waitFor(() =>
    expect(added(customersApi.queryOrCreate.path)).toEqual([{ phones: [{ number: '+525555509999' }] }]),
  );
});
