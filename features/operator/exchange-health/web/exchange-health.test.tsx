import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { exchangeHealthApi, type ExchangeHealth, type ExchangePart } from '../contract.ts';
import ExchangePage from './exchange-page.tsx';
import { exchangeHealth } from './index.ts';

const edge: ExchangePart = {
  machine: 'alpha',
  name: 'edge',
  kind: 'edge',
  state: 'up',
  version: '5.6.3',
  calls: 0,
  trouble: '',
  since: '2026-11-18 06:00:00',
  seenAt: '2026-11-18 09:00:00',
};
const node: ExchangePart = { ...edge, name: 'a', kind: 'node', version: '22.10.1', calls: 7 };
const other: ExchangePart = { ...node, name: 'b', calls: 4 };
const well: ExchangeHealth = {
  isUsed: true,
  parts: [edge, node, other],
  phones: 12,
  now: '2026-11-18 09:00:05',
  changes: [
    {
      id: 1,
      at: '2026-11-18 06:00:00',
      machine: 'alpha',
      deeds: [
        { part: 'a', what: 'made', file: 'ari.conf' },
        { part: 'a', what: 'made', file: 'rtp.conf' },
        { part: 'a', what: 'started', file: '' },
      ],
    },
  ],
};

async function open(health: ExchangeHealth) {
  const sockets = fakeSockets<unknown, { kind: 'health'; health: ExchangeHealth }>();
  fakeServer(({ url }) => {
    if (url === exchangeHealthApi.health.path) return { data: health };
    return url === accountApi.ticket.path ? { data: { ticket: 'one-use' } } : { data: null };
  });
  const viewer = aViewer({ isOperator: true });
  await showPage(<ExchangePage />, { at: '/operator/exchange', viewer, feature: exchangeHealth });
  return sockets;
}

test('the parts of the exchange are shown with versions and calls, what was changed, and a death as it is told', async () => {
  const { last } = await open(well);
  const table = within(await screen.findByRole('table', { name: 'Parts of the exchange' }));
  expect(screen.getByText('Everything is up')).toBeTruthy();
  expect(screen.getByText('12 phones registered')).toBeTruthy();
  expect(screen.getByText('11 calls')).toBeTruthy();
  expect(table.getByText('Kamailio 5.6.3')).toBeTruthy();
  expect(table.getAllByText('Asterisk 22.10.1')).toHaveLength(2);
  expect(screen.getByText('ari.conf, rtp.conf')).toBeTruthy();
  expect(screen.getByText('a: started')).toBeTruthy();
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  const dead: ExchangePart = { ...other, state: 'down', version: '', calls: 0, trouble: 'It was killed.' };
  act(() => {
    last().accept();
    last().push({ kind: 'health', health: { ...well, parts: [edge, node, dead] } });
  });
  expect(await screen.findByText('Calls go through, something is missing')).toBeTruthy();
  expect(table.getByText('It was killed.')).toBeTruthy();
  const silent = { ...well, now: '2026-11-18 09:01:00' };
  act(() => last().push({ kind: 'health', health: silent }));
  expect(await table.findAllByText('Unknown: nobody looks after it')).toHaveLength(3);
  expect(screen.getByText('No calls go through')).toBeTruthy();
});

test('an installation that is its own exchange says so', async () => {
  await open({ ...well, isUsed: false, parts: [], changes: [] });
  expect(await screen.findByText('OpenSeat is its own exchange')).toBeTruthy();
});

test('an exchange that runs beside an installation which does not use it is shown, and that no call goes through it', async () => {
  await open({ ...well, isUsed: false });
  expect(await screen.findByText(/No call goes through it: OpenSeat is its own exchange/)).toBeTruthy();
  expect(screen.getByText('Kamailio 5.6.3')).toBeTruthy();
});
