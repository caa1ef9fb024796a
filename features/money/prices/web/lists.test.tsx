import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { failures } from '#shared/errors.ts';
import {
  PRICE_FILE_MOVED,
  priceListsApi,
  type CheckedPrices,
  type PriceFile,
  type PriceLine,
  type PriceList,
} from '../contract.ts';
import { prices } from './index.ts';
import ListPage from './list-page.tsx';
import ListsPage from './lists-page.tsx';
import { CheckedFile, FileOnItsWay, FilePanel } from './parts/file-panel.tsx';

const aList = (more: Partial<PriceList> = {}): PriceList => ({
  id: 7,
  name: 'Standard',
  currency: 'USD',
  tenantId: null,
  tenantName: '',
  beginsAt: '2026-12-01 00:00:00',
  endsAt: null,
  state: 'ahead',
  prices: 1,
  author: 'Olga',
  createdAt: '2026-11-01 00:00:00',
  ...more,
});
const line: PriceLine = {
  id: 3,
  service: 'call',
  kind: '',
  variant: '',
  country: 'MX',
  prefix: '',
  firstSec: 60,
  nextSec: 60,
  setupE4: 10,
  priceE4: 180,
};

async function show(page: 'lists' | 'list', { list = aList(), refuses = '' } = {}) {
  const asked = fakeServer(({ url }) => {
    if (refuses !== '' && url.startsWith(refuses)) return { code: failures.priceListTwice.code };
    if (url === priceListsApi.lists.path) return { data: { list: [list], total: 1 } };
    if (url === priceListsApi.list.path) return { data: list };
    if (url === priceListsApi.rows.path) return { data: { list: [line], total: 1 } };
    if (url === priceListsApi.payers.path) return { data: [{ id: 12, name: 'Aurora', currency: 'EUR' }] };
    return { data: { id: 8, removed: 1 } };
  });
  await showPage(page === 'lists' ? <ListsPage /> : <ListPage />, {
    at: page === 'lists' ? '/operator/prices' : '/operator/prices/7',
    path: page === 'lists' ? '*' : '/operator/prices/:id',
    viewer: aViewer({ isOperator: true }),
    feature: prices,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-11] the operator sees lists with their owner, state and date, and makes one for everybody', async () => {
  const { sent } = await show('lists');
  expect(await screen.findByText('Standard')).toBeTruthy();
  expect(screen.getAllByText('The installation').length).toBeGreaterThan(0);
  expect(screen.getAllByText('To come').length).toBeGreaterThan(0);
  fireEvent.click(screen.getAllByRole('button', { name: 'New price list' })[0]!);
  const panel = await screen.findByRole('dialog', { name: 'New price list' });
  fireEvent.change(within(panel).getByLabelText(/^Name/), { target: { value: 'Winter' } });
  fireEvent.change(within(panel).getByLabelText(/^Begins/), { target: { value: '2026-12-24T00:00' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(priceListsApi.add.path)).toEqual([
      { name: 'Winter', tenantId: null, currency: 'USD', beginsAt: '2026-12-24 00:00:00' },
    ]),
  );
});

test('[CC-11] a date that is taken is said at its field', async () => {
  await show('lists', { refuses: priceListsApi.copy.path });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy Standard' }));
  const panel = await screen.findByRole('dialog', { name: 'Copy Standard' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Copy' }));
  expect(await within(panel).findByText(/begins at the same moment/)).toBeTruthy();
});

test('[CC-11] prices are added, changed and deleted while the list has not begun', async () => {
  const { sent } = await show('list');
  expect(await screen.findByText('$0.018 a minute')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add price' }));
  const panel = await screen.findByRole('dialog', { name: 'Add price' });
  fireEvent.change(within(panel).getByLabelText(/^A minute, USD/), { target: { value: '0.0125' } });
  fireEvent.change(within(panel).getByLabelText(/^Prefix/), { target: { value: '+52 55' } });
  fireEvent.change(within(panel).getByLabelText(/^Counted by/), { target: { value: '6/6' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(priceListsApi.addRow.path)).toEqual([
      {
        listId: 7,
        service: 'call',
        kind: '',
        variant: '',
        country: '',
        prefix: '5255',
        firstSec: 6,
        nextSec: 6,
        setupE4: 0,
        priceE4: 125,
      },
    ]),
  );
  fireEvent.click(screen.getAllByRole('checkbox').at(-1)!);
  fireEvent.click(
    within(await screen.findByRole('region', { name: /selected/ })).getByRole('button', { name: 'Delete' }),
  );
  fireEvent.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(priceListsApi.removeRows.path)).toEqual([{ listId: 7, ids: [3] }]));
});

test('[CC-11] a list that has begun says why it cannot be changed, and offers a copy with a new date', async () => {
  const { sent } = await show('list', { list: aList({ state: 'inForce', beginsAt: '2026-10-01 00:00:00' }) });
  expect(await screen.findByText(/^This list has begun/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Add price|Delete|From a file|Begin now/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Copy with a new date' }));
  const panel = await screen.findByRole('dialog', { name: 'Copy Standard' });
  fireEvent.change(within(panel).getByLabelText(/^Begins/), { target: { value: '2026-12-24T00:00' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Copy' }));
  await waitFor(() =>
    expect(sent(priceListsApi.copy.path)).toEqual([
      { id: 7, name: 'Standard', tenantId: null, beginsAt: '2026-12-24 00:00:00' },
    ]),
  );
});

test('[CC-11] a list begins now after a question', async () => {
  const { sent } = await show('list');
  fireEvent.click(await screen.findByRole('button', { name: 'Begin now' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Begin now' }));
  await waitFor(() => expect(sent(priceListsApi.begin.path)).toEqual([{ id: 7 }]));
});

const checked: CheckedPrices = {
  id: 5,
  fileName: 'rates.csv',
  mode: 'replace',
  rows: 2,
  wrongCount: 0,
  wrong: [],
  added: 1,
  changed: 1,
  same: 0,
  removed: 4,
};

const onItsWay: PriceFile = {
  id: 5,
  fileName: 'rates.csv',
  mode: 'replace',
  state: 'checking',
  read: 50_000,
  total: 200_000,
  reason: '',
  checked: null,
  prices: null,
};

test('[CC-11] a file on its way says how far it is, what became of it, and why it was not taken', async () => {
  const show = (file: Partial<PriceFile>) =>
    showPage(<FileOnItsWay file={{ ...onItsWay, ...file }} onMoved={() => {}} />, { feature: prices });
  await show({});
  expect(screen.getByText('50,000 of 200,000 rows')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  cleanup();
  await show({ state: 'failed', reason: 'priceListBegun' });
  expect(screen.getByText('rates.csv was not taken; nothing has changed')).toBeTruthy();
  cleanup();
  await show({ state: 'done', prices: 2 });
  expect(screen.getByText('The list has 2 prices now.')).toBeTruthy();
});

test('[CC-11] a file on its way is looked at when the server says that it has gone on, and not by the clock', async () => {
  let file: PriceFile = onItsWay;
  const asked = fakeServer(({ url }) => ({ data: url === priceListsApi.fileOf.path ? file : null }));
  await showPage(<FilePanel list={aList()} onClose={() => {}} />, { feature: prices });
  expect(await screen.findByText('50,000 of 200,000 rows')).toBeTruthy();
  file = { ...onItsWay, read: 100_000 };
  const looks = (): number => asked.filter(({ url }) => url === priceListsApi.fileOf.path).length;
  expect(looks()).toBe(1);
  act(() => deliverEvent(PRICE_FILE_MOVED, { importId: 5 }));
  expect(await screen.findByText('100,000 of 200,000 rows')).toBeTruthy();
  expect(looks()).toBe(2);
});

test('[CC-11] a checked file says what it would change, and is taken on a press', async () => {
  const asked = fakeServer(() => ({ data: { ...onItsWay, state: 'taking' } }));
  await showPage(<CheckedFile checked={checked} onTaken={() => {}} />, { feature: prices });
  expect(screen.getByText('2 prices in rates.csv, all right')).toBeTruthy();
  expect(screen.getByText('1 new, 1 changed, 0 as they are, and 4 removed')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take these prices' }));
  await waitFor(() =>
    expect(asked.map(({ url, body }) => [url, body])).toEqual([[priceListsApi.take.path, { id: 5 }]]),
  );
});

test('[CC-11] a file with wrong rows cannot be taken; they are named, and can be saved to be put right', async () => {
  const wrong = [{ line: 3, column: 'price', why: 'price', value: 'x' } as const];
  await showPage(<CheckedFile checked={{ ...checked, wrongCount: 1, wrong }} onTaken={() => {}} />, {
    feature: prices,
  });
  expect(screen.getByText('1 row of rates.csv is wrong')).toBeTruthy();
  expect(screen.getByText(/^Line 3: Not a price/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take these prices' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save the wrong rows' })).toBeTruthy();
});
