import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { conditionGroupsApi } from '#features/customers/condition-groups/contract.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { tagsApi } from '#features/customers/tags/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, choicesOf, showPage } from '#platform/web/page.fixture.tsx';
import { customersApi, type Customer } from '../contract.ts';
import { aCustomer } from './customers.fixture.ts';
import CustomersPage from './customers-page.tsx';
import { customers } from './index.ts';

beforeAll(
  async () =>
    void (await Promise.all([import('./parts/add-customer.tsx'), import('./conditions/condition-dialog.tsx')])),
);
beforeEach(() => localStorage.clear());

const all = [
  'customers.use',
  'customers.view',
  'customers.edit',
  'customers.delete',
  'tags.use',
  'condition-groups.use',
];
const people: Customer[] = [
  aCustomer(),
  aCustomer({
    id: 2,
    full_name: '王小明',
    company: '',
    phones: [{ number: '86*****5678', country: 'CN', word: 'enc.abc' }],
    tags: [{ id: 9, name: 'VIP', colour: 'green' }],
  }),
];

async function show({
  at = '/customers',
  functions = all,
  answers = {},
}: {
  at?: string;
  functions?: string[];
  answers?: Record<string, { code?: number; data?: unknown; msg?: string }>;
} = {}) {
  const asked = fakeServer(
    ({ url }) =>
      answers[url] ?? {
        data:
          {
            [customersApi.list.path]: { list: people, total: 10_000, capped: true },
            [customersApi.myList.path]: { list: [people[0]], total: 1, capped: false },
            [customersApi.count.path]: { total: 42, capped: false },
            [customersApi.removeMany.path]: { batch_id: 0, changed: 1, deletion_id: 'd' },
            [customersApi.restore.path]: { restored: 1 },
            [customersApi.batchTag.path]: { batch_id: 4, changed: null },
            [tagsApi.list.path]: [{ id: 9, name: 'VIP', colour: 'green', group_id: null, position: 1, customers: 5 }],
            [seatsApi.seatUsers.path]: [
              { id: 7, name: 'Ana', email: '', textSeat: true, voiceSeat: true, onlineStatus: 1 },
            ],
            [conditionGroupsApi.list.path]: [],
          }[url] ?? null,
      },
  );
  await showPage(<CustomersPage />, {
    at,
    path: '/customers',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: customers,
  });
  const sent = (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body);
  return { sent };
}

test('[CDP-01] the address says what is asked: words, tags, owner, page and order', async () => {
  const { sent } = await show({
    at: '/customers?words=prado&tags=9&tagMatch=all&owner=none&page=3&size=20&sort=name&from=2026-11-01&to=2026-11-02',
  });
  expect(await screen.findByText('Lucía Prado')).toBeTruthy();
  expect(screen.getByText('10,000+ entries')).toBeTruthy();
  expect(sent(customersApi.list.path)).toEqual([
    {
      words: 'prado',
      tag_ids: [9],
      tag_match: 'all',
      without_owner: true,
      created: { from: '2026-11-01 00:00:00', to: '2026-11-03 00:00:00' },
      page_number: 3,
      page_size: 20,
      sort: 'name',
      desc: false,
    },
  ]);
});

test('a hidden number is shown as stars', async () => {
  await show();
  const row = (await screen.findByText('王小明')).closest('tr')!;
  expect(within(row).getByText(/\*{3,}/)).toBeTruthy();
  expect(within(row).getByText('VIP')).toBeTruthy();
});

test('an agent who may not see all finds their own customers, and nothing to delete', async () => {
  const { sent } = await show({ functions: ['customers.use'] });
  expect(await screen.findByText('Lucía Prado')).toBeTruthy();
  expect(sent(customersApi.list.path)).toEqual([]);
  expect(screen.queryByText('Deleted')).toBeNull();
  fireEvent.click((await screen.findAllByRole('checkbox', { name: 'Select row' }))[0]!);
  const bar = within(screen.getByRole('region', { name: '1 selected' }));
  expect(await bar.findByText('Take off my list')).toBeTruthy();
  expect(bar.getAllByRole('button').map((one) => one.textContent)).toEqual(['Take off my list', 'Clear selection']);
});

test('[CDP-01] agents take several customers off their own list at once', async () => {
  const { sent } = await show({
    functions: ['customers.use'],
    answers: { [`${customersApi.leaveMyList.path}?ids=1`]: { data: { removed: 1 } } },
  });
  fireEvent.click((await screen.findAllByRole('checkbox', { name: 'Select row' }))[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Take off my list' }));
  expect(await screen.findByText('1 customer is off your list')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: '1 selected' })).toBeNull());
  expect(sent(`${customersApi.leaveMyList.path}?ids=1`)).toHaveLength(1);
});

test('[CDP-01] all of one’s own that match are changed as one’s own', async () => {
  const { sent } = await show({
    at: '/customers?view=mine&words=a',
    answers: {
      [customersApi.myList.path]: { data: { list: [people[0]], total: 30, capped: false } },
      [customersApi.batchOwner.path]: { data: { batch_id: 0, changed: 30 } },
    },
  });
  fireEvent.click((await screen.findAllByRole('checkbox', { name: 'Select row' }))[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Choose all 30 that match' }));
  fireEvent.click(within(screen.getByRole('region', { name: '1 selected' })).getByRole('button', { name: 'Owner' }));
  fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('combobox', { name: 'Owner' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Nobody' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(customersApi.batchOwner.path)).toEqual([
      { choice: { search: { words: 'a', owner_ids: [7] } }, owner_id: null },
    ]),
  );
});

test('what was deleted comes back by one press', async () => {
  const { sent } = await show();
  fireEvent.click((await screen.findAllByRole('checkbox', { name: 'Select row' }))[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent(customersApi.restore.path)).toEqual([{ deletion_id: 'd' }]));
  expect(sent(customersApi.removeMany.path)).toEqual([{ choice: { ids: [1] } }]);
});

test('everything that matches can be tagged at once', async () => {
  const { sent } = await show({ at: '/customers?words=a' });
  fireEvent.click((await screen.findAllByRole('checkbox', { name: 'Select row' }))[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Choose all 10,000+ that match' }));
  const bar = screen.getByRole('region', { name: '1 selected' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Tags' }));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Add' }));
  const add = screen.getByRole('combobox', { name: 'Add' });
  fireEvent.click(await within(await choicesOf(add)).findByRole('option', { name: 'VIP' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(customersApi.batchTag.path)).toEqual([{ choice: { search: { words: 'a' } }, add: [9], remove: [] }]),
  );
});

test('a number somebody has is told, and the customer can be added anyway', async () => {
  const { sent } = await show({ answers: { [customersApi.insert.path]: { code: 21501, msg: '17' } } });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add customer' }))[0]!);
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByRole('textbox', { name: 'Phone' }), { target: { value: '+52 55 5550 1477' } });
  fireEvent.click(panel.getByRole('button', { name: 'Add customer' }));
  expect(await panel.findByText('Somebody has this number already')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Open that customer' })).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Add anyway' }));
  await waitFor(() => expect(sent(customersApi.insert.path)).toHaveLength(2));
  expect(sent(customersApi.insert.path)[1]).toMatchObject({
    allow_duplicate: true,
    phones: [{ number: '+52 55 5550 1477', country: '' }],
  });
});

test('[CDP-03] conditions in the address are said in plain words and asked for', async () => {
  const tree = {
    join: 'and',
    items: [
      { field: 'company', operator: 'contains', values: ['Acme'] },
      {
        join: 'or',
        items: [
          { field: 'tag', operator: 'anyOf', values: [9] },
          { field: 'owner', operator: 'isEmpty', values: [] },
        ],
      },
    ],
  };
  const { sent } = await show({ at: `/customers?condition=${encodeURIComponent(JSON.stringify(tree))}` });
  expect(await screen.findByText(/Company contains “Acme” and \(Tags is one of VIP or Owner is empty\)/)).toBeTruthy();
  expect(sent(customersApi.list.path)).toMatchObject([{ condition: tree }]);
});

test('[CDP-03] conditions are put together with a live count', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Conditions' }));
  const value = await screen.findByRole('textbox', { name: 'Value' });
  fireEvent.change(value, { target: { value: 'Lu' } });
  expect(await screen.findByText(/Name is “Lu”/)).toBeTruthy();
  expect(await screen.findByText(/42 customers/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const condition = { join: 'and', items: [{ field: 'full_name', operator: 'is', values: ['Lu'] }] };
  await waitFor(() => expect(sent(customersApi.list.path).at(-1)).toMatchObject({ condition }));
  expect(sent(customersApi.count.path).at(-1)).toMatchObject({ condition });
});

const kept = { join: 'and', items: [{ field: 'company', operator: 'is', values: ['Acme'] }] };
const group = {
  id: 5,
  name: 'Acme people',
  condition: kept,
  shared: false,
  mine: true,
  author: 'Ana',
  updated_at: '2026-11-01 10:00:00',
};

test('[CDP-03] a saved filter is opened, changed and saved, or saved as another', async () => {
  const { sent } = await show({
    at: '/customers?saved=5',
    answers: { [conditionGroupsApi.list.path]: { data: [group] } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit this filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter “Acme people”' }));
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Value' }), { target: { value: 'Boreal' } });
  expect(dialog.getByRole('button', { name: 'Save as new' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  const condition = { join: 'and', items: [{ field: 'company', operator: 'is', values: ['Boreal'] }] };
  await waitFor(() =>
    expect(sent(conditionGroupsApi.update.path)).toContainEqual({
      id: 5,
      name: 'Acme people',
      condition,
      shared: false,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CDP-03] whoever may not change a shared filter saves their own version of it', async () => {
  const { sent } = await show({
    at: '/customers?saved=5',
    answers: { [conditionGroupsApi.list.path]: { data: [{ ...group, mine: false, shared: true }] } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit this filter' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name of the filter' }), { target: { value: 'My Acme' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: 'For everybody' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save as new' }));
  await waitFor(() =>
    expect(sent(conditionGroupsApi.add.path)).toContainEqual({ name: 'My Acme', condition: kept, shared: false }),
  );
});

test('the slash goes to the search', async () => {
  await show();
  await screen.findByText('Lucía Prado');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Name, company, number, e-mail' }));
});
