import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { nodesApi, type DatabaseHealth, type NodeRow } from '../contract.ts';
import DrainingBanner from './draining-banner.tsx';
import { nodes } from './index.ts';
import NodesPage from './nodes-page.tsx';

const one: NodeRow = {
  nodeId: '0b9f6a52-93c1-4d8e-8f6a-3c1f2b7d9e10',
  name: 'node-1',
  host: 'alpha',
  pid: 4_211,
  version: '0.1.0',
  build: 'a1b2c3d4e5f6',
  address: 'http://10.0.0.1:3000',
  startedAt: '2026-11-18 06:00:00',
  heardAt: '2026-11-18 09:00:00',
  state: 'working',
  isStopping: false,
  drainUntil: null,
  isThis: true,
  homes: 12,
  calls: 31,
  sockets: 140,
  jobs: 2,
  load: 0.25,
  memoryBytes: 402_653_184,
};
const other: NodeRow = { ...one, nodeId: '1c9f6a52-93c1-4d8e-8f6a-3c1f2b7d9e11', name: 'node-2', isThis: false };

const database: DatabaseHealth = {
  primary: 'db-1:5432',
  standbys: [],
  moves: 0,
  replicas: [],
  pool: { used: 3, waiting: 0, most: 20 },
};

function serve() {
  const asked = fakeServer(({ url }) => {
    if (url === nodesApi.list.path) return { data: [one, other] };
    return url === accountApi.ticket.path ? { data: { ticket: 'one-use' } } : { data: null };
  });
  return (path: string) => asked.filter((entry) => entry.url === path && entry.method === 'POST').length;
}

test('every process is shown with what it holds, drained after a question, and taken back as it is told', async () => {
  const { last } = fakeSockets<unknown, { kind: 'nodes'; nodes: NodeRow[]; database: DatabaseHealth }>();
  const sent = serve();
  await showPage(<NodesPage />, { at: '/operator/nodes', viewer: aViewer({ isOperator: true }), feature: nodes });
  const table = within(await screen.findByRole('table', { name: 'Nodes' }));
  expect(table.getByText('This one')).toBeTruthy();
  expect(table.getAllByText('25%')).toHaveLength(2);
  fireEvent.click(table.getByRole('button', { name: 'Drain node-2' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Drain' }));
  await waitFor(() => expect(sent(`/admin/operator/nodes/${other.nodeId}/drain`)).toBe(1));
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  act(() => {
    last().accept();
    last().push({ kind: 'nodes', nodes: [one, { ...other, state: 'draining', calls: 1 }], database });
  });
  fireEvent.click(await table.findByRole('button', { name: 'Take node-2 back' }));
  await waitFor(() => expect(sent(`/admin/operator/nodes/${other.nodeId}/work`)).toBe(1));
  // Whoever was told to stop, or vanished, obeys nobody.
  const stopping = { ...other, state: 'draining', isStopping: true, drainUntil: '2026-11-18 09:05:00' } as const;
  act(() => last().push({ kind: 'nodes', nodes: [{ ...one, state: 'gone' }, stopping], database }));
  expect(await table.findByText(/It was told to stop, by/)).toBeTruthy();
  expect(table.queryByRole('button', { name: /Drain node|Take node/ })).toBeNull();
});

test('where the database is written, who may take over and how its copies are is told as it changes', async () => {
  const { last } = fakeSockets<unknown, { kind: 'nodes'; nodes: NodeRow[]; database: DatabaseHealth }>();
  serve();
  await showPage(<NodesPage />, { at: '/operator/nodes', viewer: aViewer({ isOperator: true }), feature: nodes });
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  act(() => {
    last().accept();
    last().push({ kind: 'nodes', nodes: [one], database });
  });
  expect(await screen.findByText('Written at db-1:5432')).toBeTruthy();
  expect(screen.getByText('3 of 20 connections of this node are in use.')).toBeTruthy();
  const moved: DatabaseHealth = {
    primary: 'db-2:5432',
    standbys: ['db-1:5432'],
    moves: 1,
    replicas: [
      { name: 'db-3:5432', state: 'behind', behindBytes: 104_857_600, behindSec: 90 },
      { name: 'db-4:5432', state: 'away', behindBytes: null, behindSec: null },
    ],
    pool: { used: 20, waiting: 2, most: 20 },
  };
  act(() => last().push({ kind: 'nodes', nodes: [one], database: moved }));
  expect(await screen.findByText('Written at db-2:5432')).toBeTruthy();
  expect(screen.getByText('May take over: db-1:5432')).toBeTruthy();
  expect(screen.getByText('1 takeover since this node started')).toBeTruthy();
  expect(screen.getByText(/behind, for/)).toBeTruthy();
  expect(screen.getByText('Does not answer')).toBeTruthy();
  expect(screen.getByText(/2 requests wait for one/)).toBeTruthy();
  act(() => last().push({ kind: 'nodes', nodes: [one], database: { ...moved, primary: null } }));
  expect(await screen.findByText('No host takes writes')).toBeTruthy();
});

test('one that was drained and then left alone is told of, with the way out', async () => {
  fakeSockets();
  const drained: NodeRow = { ...one, state: 'drained' };
  const asked = fakeServer(({ url }) => ({
    data: url === nodesApi.list.path ? [drained, { ...other, state: 'gone' }] : { ticket: 'one-use' },
  }));
  await showPage(<NodesPage />, { at: '/operator/nodes', viewer: aViewer({ isOperator: true }), feature: nodes });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/node-1 is drained and nobody else works/)).toBeTruthy();
  fireEvent.click(alert.getByRole('button', { name: 'Take node-1 back' }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith(`${one.nodeId}/work`))).toBe(true));
});

test.each([
  ['about to be replaced.*may last until', { until: '2026-11-18 09:05:00' }],
  ['about to be replaced.*are not cut', { until: null }],
])('while the server of one’s calls is on its way out the page says so: %s', async (words, draining) => {
  fakeServer(() => ({ data: { draining } }));
  await showPage(<DrainingBanner />, { viewer: aViewer(), feature: nodes });
  expect(await screen.findByText(new RegExp(words))).toBeTruthy();
});

test('as long as it works the page says nothing of servers', async () => {
  const asked = fakeServer(() => ({ data: { draining: null } }));
  await showPage(<DrainingBanner />, { viewer: aViewer(), feature: nodes });
  await waitFor(() => expect(asked.some(({ url }) => url === nodesApi.desk.path)).toBe(true));
  expect(screen.queryByText(/replaced/)).toBeNull();
});
