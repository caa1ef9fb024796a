import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { ledgerApi, type MoneyEntry } from '../contract.ts';
import BalancePage from './balance-page.tsx';
import { ledger } from './index.ts';
import LowNotice from './low-notice.tsx';

const account = {
  currency: 'USD',
  balanceE4: 125_000,
  heldE4: 2_400,
  creditE4: 50_000,
  warnBelowE4: 200_000,
  isLow: true,
};
const anEntry = (wishes: Partial<MoneyEntry>): MoneyEntry => ({
  id: 1,
  at: '2026-11-17 10:00:00',
  kind: 'call',
  amountE4: -123,
  callId: 'c/1',
  smsId: null,
  country: 'MX',
  seconds: 61,
  parts: null,
  note: '',
  byName: '',
  ...wishes,
});
const entries = [
  anEntry({}),
  anEntry({ id: 2, kind: 'topUp', amountE4: 1_000_000, callId: null, country: '', seconds: null, note: 'Bank 7' }),
];
const everything = ['ledger.view', 'ledger.edit', 'ledger.export', 'call-records.use'];

async function show(functions = everything) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(ledgerApi.account.path)
      ? account
      : url.startsWith(ledgerApi.entries.path)
        ? { list: entries, total: 2, totalCapped: false }
        : url.startsWith(ledgerApi.exportEntries.path)
          ? { id: 3 }
          : null,
  }));
  await showPage(<BalancePage />, { viewer: aViewer({ functions: new Set(functions) }), feature: ledger });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-11] the page shows what is left, what calls keep, and what it was used for with the way to the call', async () => {
  await show();
  expect(await screen.findByText('$12.50')).toBeTruthy();
  expect(screen.getByText('$0.24')).toBeTruthy();
  expect(screen.getByText('$17.26')).toBeTruthy();
  expect(await screen.findByText('-$0.0123')).toBeTruthy();
  expect(screen.getByText('+$100.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the call' }).getAttribute('href')).toBe('/record?call=c%2F1');
});

test('[CC-11] the level of the notice is changed, and an empty one tells nobody', async () => {
  const { sent } = await show();
  const field = await screen.findByLabelText(/Tell owners below/);
  fireEvent.change(field, { target: { value: '12,5' } });
  expect(screen.getByText('Not an amount, such as 12.50')).toBeTruthy();
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(ledgerApi.warnBelow.path)).toEqual([{ amountE4: null }]));
});

test('[CC-11] whoever only sees the balance has nothing to change, to pay or to take along', async () => {
  await show(['ledger.view']);
  expect(await screen.findByText('$12.50')).toBeTruthy();
  expect(screen.queryByLabelText(/Tell owners below/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show the call' })).toBeNull();
});

test('[CC-11] little money is said on other pages, until it is closed', async () => {
  fakeServer(() => ({ data: account }));
  await showPage(<LowNotice />, { viewer: aViewer({ functions: new Set(['ledger.view']) }), feature: ledger });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('$12.50 left');
  fireEvent.click(within(notice).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[CC-11] kinds are chosen, and the list is taken along as a file of either kind', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'XLSX' }));
  await waitFor(() => expect(sent(ledgerApi.exportEntries.path)).toMatchObject([{ kind: 'xlsx', kinds: [] }]));
});
