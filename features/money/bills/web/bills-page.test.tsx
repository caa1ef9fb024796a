import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { tenantBillsApi, type BillDetail, type BillRow, type BillSums } from '../contract.ts';
import BillsPage from './bills-page.tsx';
import { bills } from './index.ts';

const sums: BillSums = {
  currency: 'USD',
  beginsAt: '2026-11-01 06:00:00',
  endsAt: '2026-11-18 12:00:00',
  firstDay: '2026-11-01',
  lastDay: '2026-11-18',
  lines: [
    {
      service: 'call',
      kind: 'manual',
      direction: 'outbound',
      country: 'MX',
      note: '',
      count: 12,
      seconds: 725,
      amountE4: 1_237,
    },
    { service: 'seat', kind: 'voice', direction: '', country: '', note: '', count: 30, seconds: 0, amountE4: 290_000 },
  ],
  sumE4: 291_237,
  roundingE4: -37,
  taxes: [{ name: 'IVA', rate: 1_600, baseE4: 291_200, amountE4: 46_600 }],
  totalE4: 337_800,
  paidE4: 500_000,
};
const row: BillRow = {
  id: 7,
  number: 'OS-000042',
  month: '2026-10',
  currency: 'USD',
  totalE4: 337_800,
  issuedAt: '2026-11-01 12:23:00',
};
const detail: BillDetail = {
  ...row,
  ...sums,
  issuer: { name: 'OpenSeat Inc.', address: '', taxId: '', contact: '', bank: '' },
  party: { name: 'Aurora Travel', address: 'Calle 5\nPuebla', taxId: 'AUR1' },
  balanceE4: 162_200,
};

async function show(list: BillRow[], { at = '/settings/bills', functions = ['bills.view', 'bills.edit'] } = {}) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0]!;
    if (path === tenantBillsApi.list.path) return { data: { list, total: list.length } };
    if (path === tenantBillsApi.current.path) return { data: sums };
    if (path === tenantBillsApi.party.path) return { data: { name: '', address: '', taxId: '' } };
    return { data: detail };
  });
  await showPage(<BillsPage />, { at, viewer: aViewer({ functions: new Set(functions) }), feature: bills });
  return { sent: (path: string) => asked.filter(({ url }) => url.startsWith(path)) };
}

test('bills stand in a list, this month so far above them, with its lines on demand', async () => {
  await show([row]);
  expect(await screen.findByText('October 2026')).toBeTruthy();
  expect(screen.getByText('OS-000042')).toBeTruthy();
  expect(screen.getAllByText('$33.78').length).toBe(2);
  expect(screen.queryByText('$0.1237')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /Show what it is made of/ }));
  expect(screen.getByText('Calls: outbound · by hand · Mexico')).toBeTruthy();
  expect(screen.getByText('$0.1237')).toBeTruthy();
  expect(screen.getByText('00:12:05')).toBeTruthy();
  expect(screen.getByText('-$0.0037')).toBeTruthy();
  expect(screen.getByText('IVA 16.00% on $29.12')).toBeTruthy();
});

test('a bill opens beside the list, by its address too, and offers its files', async () => {
  await show([row], { at: '/settings/bills?bill=7' });
  const panel = await screen.findByRole('dialog', { name: 'Bill OS-000042, October 2026' });
  expect(await within(panel).findByText('Aurora Travel, Calle 5, Puebla, AUR1')).toBeTruthy();
  expect(within(panel).getByText('$16.22')).toBeTruthy();
  for (const name of ['Download PDF', 'Entries as CSV', 'Entries as Excel'])
    expect(within(panel).getByRole('button', { name })).toBeTruthy();
});

test('without bills the page says when the first one comes', async () => {
  await show([]);
  expect(await screen.findByText('No bills yet')).toBeTruthy();
  expect(screen.getByText(/a few hours after the month has ended/)).toBeTruthy();
});

test('billing data are changed by those who may', async () => {
  const { sent } = await show([row]);
  fireEvent.click(await screen.findByRole('button', { name: 'Billing data' }));
  fireEvent.change(await screen.findByLabelText('Company'), { target: { value: '龙腾国际' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(tenantBillsApi.setParty.path).find(({ method }) => method === 'PUT')?.body).toEqual({
      name: '龙腾国际',
      address: '',
      taxId: '',
    }),
  );
});

test('whoever may only look is offered no change', async () => {
  await show([row], { functions: ['bills.view'] });
  await screen.findByText('October 2026');
  expect(screen.queryByRole('button', { name: 'Billing data' })).toBeNull();
});
