import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#shared/failure.ts';
import { makeQueryClient } from '../../query-client.ts';
import { UiProvider } from '../ui-provider.tsx';
import type { Column } from './column.ts';
import { DataTable, type TableAnswer } from './data-table.tsx';
import { filtersFrom, useTableState, withFilters } from './table-state.ts';

interface Customer {
  id: number;
  name: string;
}

const batchOf = (ids: (number | string)[]) => <span>batch of {ids.join()}</span>;
const FILTERS = { q: '', tags: [], minCalls: 0 } as const;
const found: TableAnswer<Customer> = {
  data: {
    list: [
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Budi' },
      { id: 3, name: 'Chen' },
    ],
    total: 45,
  },
  isPending: false,
  isFetching: false,
  isError: false,
  error: null,
  refetch: () => {},
};
const opened: number[] = [];

function Where() {
  const { search } = useLocation();
  return <p data-testid="address">{search}</p>;
}

const COLUMNS: Column<Customer>[] = [
  { id: 'name', header: 'Name', sort: true, required: true, cell: (row) => row.name },
  { id: 'number', header: 'Number', cell: (row) => `no ${row.id}` },
];

function List({ answer }: { answer: TableAnswer<Customer> }) {
  const state = useTableState('customers', { filters: FILTERS });
  return (
    <>
      <Where />
      <button onClick={() => state.setFilters({ tags: ['vip', 'lead'] })}>filter</button>
      <DataTable
        label="Customers"
        state={state}
        answer={answer}
        rowId={(row) => row.id}
        onOpen={(row) => opened.push(row.id)}
        batch={batchOf}
        empty={{ title: 'No customers yet', hint: 'Create the first one.' }}
        columns={COLUMNS}
      />
    </>
  );
}

const show = (answer = found, at = '/customers') =>
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <MemoryRouter initialEntries={[at]}>
        <List answer={answer} />
      </MemoryRouter>
    </UiProvider>,
  );
const address = () => screen.getByTestId('address').textContent;
const row = (name: string) => screen.getByText(name).closest('tr')!;

beforeEach(() => void (opened.length = 0));
afterEach(() => void vi.restoreAllMocks());

test('the filters of a list are in its address, each by its own type, and defaults are not', () => {
  const query = withFilters(
    new URLSearchParams('page=4&other=1'),
    { q: 'ana', tags: ['a', 'b'], minCalls: 0 },
    FILTERS,
  );
  expect(query.toString()).toBe('other=1&q=ana&tags=a&tags=b');
  expect(filtersFrom(query, FILTERS)).toEqual({ q: 'ana', tags: ['a', 'b'], minCalls: 0 });
  expect(filtersFrom(new URLSearchParams('minCalls=7'), FILTERS).minCalls).toBe(7);
});

test('sorting and paging go to the address; a new filter begins at page 1', async () => {
  show(found, '/customers?page=2');
  act(() => screen.getByRole('button', { name: 'Name' }).click());
  expect(address()).toBe('?sort=name');
  act(() => screen.getByRole('button', { name: 'Name' }).click());
  expect(address()).toBe('?sort=-name');
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  act(() => screen.getByRole('button', { name: 'Page 3' }).click());
  expect(address()).toContain('page=3');
  act(() => screen.getByText('filter').click());
  expect(address()).toBe('?sort=-name&tags=vip&tags=lead');
});

test('a page is reached by its number, also beyond what was counted, and a page past the end leads back', async () => {
  const many = { ...found, data: { ...found.data!, total: 10_000, totalCapped: true } };
  const { unmount } = show(many);
  const jump = screen.getByRole('textbox', { name: 'Go to page' });
  fireEvent.change(jump, { target: { value: '1234' } });
  fireEvent.keyDown(jump, { key: 'Enter' });
  expect(address()).toBe('?page=1234');
  expect(screen.getByRole('button', { name: 'Page 1234', current: 'page' })).toBeTruthy();
  unmount();
  show({ ...found, data: { list: [], total: 40 } }, '/customers?page=9');
  expect(screen.getByText('There are not that many pages')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'First page' }).click());
  expect(address()).toBe('');
});

test('a row opens by click and by Enter, and the arrows move between rows', async () => {
  show();
  fireEvent.click(screen.getByText('Budi'));
  expect(opened).toEqual([2]);
  act(() => row('Budi').focus());
  fireEvent.keyDown(row('Budi'), { key: 'ArrowDown' });
  await waitFor(() => expect(document.activeElement).toBe(row('Chen')));
  fireEvent.keyDown(row('Chen'), { key: 'Enter' });
  expect(opened).toEqual([2, 3]);
});

test('keys that follow one another within a frame all count, in long lists too', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const list = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, name: `Customer ${index + 1}` }));
  show({ ...found, data: { list, total: 300 } });
  act(() => row('Customer 2').focus());
  expect(screen.queryByText('Customer 200'), 'only what is in sight is drawn').toBeNull();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'Enter'])
    fireEvent.keyDown(document.activeElement!, { key });
  expect(opened).toEqual([13]);
});

test('of many rows that are there at once all can be reached, by scrolling and by a key', async () => {
  const [rows, rowPx] = [300, 48];
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(rows * rowPx);
  const list = Array.from({ length: rows }, (_, index) => ({ id: index + 1, name: `Customer ${index + 1}` }));
  show({ ...found, data: { list, total: rows } });
  const box = screen.getByRole('table').parentElement!;
  box.scrollTop = 199 * rowPx;
  fireEvent.scroll(box);
  expect(row('Customer 200')).toBeTruthy();
  expect(screen.queryByText('Customer 1')).toBeNull();
  act(() => row('Customer 200').focus());
  for (const [key, name] of [
    ['End', 'Customer 300'],
    ['Home', 'Customer 1'],
  ] as const) {
    fireEvent.keyDown(document.activeElement!, { key });
    // A browser tells so before it draws.
    fireEvent.scroll(box);
    await waitFor(() => expect(document.activeElement).toBe(row(name)));
  }
});

test('looking through the sizes of a page changes nothing until one is chosen', async () => {
  show();
  const size = screen.getByRole('combobox', { name: 'Rows per page' });
  fireEvent.click(size);
  fireEvent.keyDown(size, { key: 'ArrowDown' });
  fireEvent.keyDown(size, { key: 'ArrowDown' });
  expect(address()).toBe('');
  fireEvent.click(await screen.findByRole('option', { name: '100 per page' }));
  expect(address()).toBe('?size=100');
});

test('selected rows can be acted on together', () => {
  show();
  fireEvent.keyDown(row('Ana'), { key: ' ' });
  expect(screen.getByText('batch of 1')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(screen.getByText('batch of 1,2,3')).toBeTruthy();
  expect(screen.getByText('3 selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByText(/batch of/)).toBeNull();
});

test('a hidden column stays hidden for this user', async () => {
  const first = show();
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Number' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull());
  first.unmount();
  show();
  expect(screen.queryByText('no 1')).toBeNull();
  expect(screen.getByText('Ana')).toBeTruthy();
});

test('an empty list says what to do, and one that filters emptied offers to clear them', () => {
  const nothing = { ...found, data: { list: [], total: 0 } };
  show(nothing).unmount();
  show(nothing);
  expect(screen.getByText('Create the first one.')).toBeTruthy();
  act(() => screen.getByText('filter').click());
  act(() => screen.getByRole('button', { name: 'Clear filters' }).click());
  expect(address()).toBe('');
});

test('a list that could not be loaded says why and can be tried again', () => {
  const refetch = vi.fn<() => void>();
  show({ ...found, data: undefined, isError: true, error: new Failure('unavailable'), refetch });
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalled();
});
