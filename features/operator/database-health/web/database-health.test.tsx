import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { databaseHealthApi, type DatabaseReport, type DatabaseTable } from '../contract.ts';
import DatabasePage from './database-page.tsx';
import { databaseHealth } from './index.ts';

const aTable = (some: Partial<DatabaseTable> = {}): DatabaseTable => ({
  name: 'call_record',
  standing: 'good',
  grows: true,
  rows: 20_000_000,
  deadRows: 12_000,
  bytes: 6_000_000_000,
  indexBytes: 11_000_000_000,
  bloatBytes: 0,
  sequentialScans: 4,
  indexScans: 90_000,
  transactionAge: 1_000,
  vacuumedAt: '2026-11-18 02:00:00',
  analyzedAt: null,
  ...some,
});
const well: DatabaseReport = {
  now: '2026-11-18 09:00:05',
  version: '18.4',
  startedAt: '2026-11-01 06:00:00',
  countedSince: '2026-11-01 06:00:00',
  standing: 'good',
  findings: [],
  bytes: 20_000_000_000,
  connections: { used: 22, most: 97 },
  longestTransactionSeconds: null,
  transactionAge: 40_000_000,
  cacheShare: 0.993,
  replicas: [],
  seesAll: true,
  tables: [aTable(), aTable({ name: 'tenant', grows: false, rows: 12 })],
};

async function open(health: DatabaseReport) {
  const asked = fakeServer(({ url }) => ({ data: url === databaseHealthApi.health.path ? health : null }));
  const viewer = aViewer({ isOperator: true });
  await showPage(<DatabasePage />, { at: '/operator/database', viewer, feature: databaseHealth });
  return () => asked.filter(({ url }) => url === databaseHealthApi.health.path).length;
}

test('a database that is well says so, with its figures and each of its tables', async () => {
  const times = await open(well);
  expect(await screen.findByText('Everything is as it should be')).toBeTruthy();
  expect(screen.getByText('of 97')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Tables' }));
  expect(table.getByText('call_record')).toBeTruthy();
  expect(table.getByText('20,000,000')).toBeTruthy();
  expect(table.getByText('Grows with every call or message')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a table' }), { target: { value: 'tena' } });
  await waitFor(() => expect(table.queryByText('call_record')).toBeNull());
  expect(table.getByText('tenant')).toBeTruthy();
  const before = times();
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(times()).toBe(before + 1));
});

test('what is wrong stands first, with what helps; replicas and missing rights are told', async () => {
  await open({
    ...well,
    standing: 'act',
    seesAll: false,
    findings: [
      { kind: 'invalidIndex', standing: 'act', about: 'call_record_page', value: 1_000_000 },
      { kind: 'connections', standing: 'look', about: '', value: 85 },
      { kind: 'longTransaction', standing: 'look', about: '', value: 1_260 },
    ],
    replicas: [
      { name: 'east', lagSeconds: 2.5, lagBytes: 40_000 },
      { name: 'west', lagSeconds: null, lagBytes: null },
    ],
  });
  expect(await screen.findByText('Something cannot wait')).toBeTruthy();
  expect(screen.getByText(/The index call_record_page broke off/)).toBeTruthy();
  expect(screen.getByText(/drop index concurrently call_record_page/)).toBeTruthy();
  expect(screen.getByText('85 of 97 connections are open.')).toBeTruthy();
  expect(screen.getByText(/A transaction has been open for 21/)).toBeTruthy();
  expect(screen.getByText(/2.5 s behind/)).toBeTruthy();
  expect(screen.getByText('How far it is nobody may see')).toBeTruthy();
  expect(screen.getByText(/grant pg_monitor/)).toBeTruthy();
});
