import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flowsApi, type FlowVersion } from '../contract.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import DesignerPage from './designer-page.tsx';
import { noFonts, openMore, saved, visit } from './designer.fixture.tsx';
import { flows } from './index.ts';

beforeEach(noFonts);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const addWait = () => fireEvent.click(screen.getByRole('button', { name: 'Wait' }));

test('[CC-07] a flow that is left and opened again is as it was saved, and goes on from there', async () => {
  const server = await visit();
  addWait();
  await saved(() => screen.getByText('Draft saved'));
  expect(server.kept().flow.nodes).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'come and go' }));
  fireEvent.click(screen.getByRole('button', { name: 'come and go' }));
  await screen.findByRole('heading', { name: 'Reception' });
  expect(server.asked(flowsApi.query.path)).toBe(2);
  addWait();
  await saved(() => expect(server.kept().flow.nodes).toHaveLength(4));
});

test('[CC-07] publishing says so and leaves the canvas as it is: what was done can still be taken back', async () => {
  await visit();
  addWait();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Redo' }).disabled).toBe(false);
});

test('[CC-07] the canvas speaks the reader’s language, its buttons and what it tells who cannot see it', async () => {
  await visit();
  for (const name of ['Zoom in', 'Zoom out', 'Whole flow'])
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  expect(await screen.findByText(/the arrow keys move it/)).toBeTruthy();
  expect(await screen.findByText(/chooses the line/)).toBeTruthy();
});

test('[CC-07] a double click publishes once', async () => {
  const server = await visit();
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  const publish = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' });
  fireEvent.click(publish);
  fireEvent.click(publish);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked(flowsApi.publish.path)).toBe(1);
});

test('[CC-07] an address that leads to no flow says so at once', async () => {
  const asked = fakeServer(() => ({ data: null }));
  await showPage(<DesignerPage />, { at: '/robot/flows/abc', path: '/robot/flows/:flowId', feature: flows });
  expect(await screen.findByText(/no longer exists/i)).toBeTruthy();
  expect(asked).toEqual([]);
});

test('[CC-07] while versions and kept conversations come, nobody is told that there are none', async () => {
  const never = new Promise<never>(() => {});
  await visit(undefined, { [flowsApi.versions.path]: () => never, [flowsApi.cases.path]: () => never });
  await openMore('Versions');
  await screen.findByRole('dialog', { name: 'Versions' });
  expect(screen.queryByText('Nothing was published yet.')).toBeNull();
});

test('[CC-07] a problem of the whole flow leads to its settings', async () => {
  await visit(undefined, {
    [flowsApi.problems.path]: () => [
      { nodeId: null, text: 'goneSpeech', field: 'speech.voice', values: { use: 'voice' } },
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /problem/ }));
  fireEvent.click(
    await within(await screen.findByRole('complementary', { name: 'To put right' })).findByRole('button', {
      name: /not set up any more/,
    }),
  );
  expect(await screen.findByRole('complementary', { name: 'Flow settings' })).toBeTruthy();
});

test('[CC-07] versions older than the first page can be reached', async () => {
  const versionAt = (version: number): FlowVersion => ({
    version,
    note: '',
    author: 'Ana',
    createdAt: '2026-11-15 10:00:00',
    isLive: version === 45,
    nodes: 3,
    passRate: null,
  });
  const page = ({ page, size }: { page: number; size: number }) => ({
    total: 45,
    list: Array.from({ length: Math.min(size, 45 - (page - 1) * size) }, (_, at) =>
      versionAt(45 - (page - 1) * size - at),
    ),
  });
  await visit(undefined, { [flowsApi.versions.path]: page });
  await openMore('Versions');
  const drawer = within(await screen.findByRole('dialog', { name: 'Versions' }));
  expect(await drawer.findByText('Version 45')).toBeTruthy();
  expect(drawer.queryByText('Version 1')).toBeNull();
  fireEvent.click(drawer.getByRole('button', { name: 'Page 3' }));
  expect(await drawer.findByText('Version 1')).toBeTruthy();
});
