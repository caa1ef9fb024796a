import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flowsApi } from '../contract.ts';
import { showPage } from '#platform/web/test-page.tsx';
import { fakeServer } from '#platform/web/test-server.ts';
import DesignerPage from './designer-page.tsx';
import { noFonts, openMore, visit } from './designer.fixture.tsx';
import { flows } from './index.ts';

beforeEach(noFonts);
afterEach(() => vi.unstubAllGlobals());

const addWait = () => fireEvent.click(screen.getByRole('button', { name: 'Wait' }));

test('[CC-07] a flow that is left and opened again is as it was saved, and goes on from there', async () => {
  const server = await visit();
  addWait();
  await screen.findByText('Draft saved', {}, { timeout: 5_000 });
  await waitFor(() => expect(server.kept().flow.nodes).toHaveLength(3));
  fireEvent.click(screen.getByRole('button', { name: 'come and go' }));
  fireEvent.click(screen.getByRole('button', { name: 'come and go' }));
  await screen.findByRole('heading', { name: 'Reception' });
  expect(server.asked(flowsApi.query.path)).toBe(2);
  addWait();
  await waitFor(() => expect(server.kept().flow.nodes).toHaveLength(4), { timeout: 5_000 });
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
  for (const name of ['Zoom in', 'Zoom out', 'Whole flow']) expect(await screen.findByRole('button', { name })).toBeTruthy();
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
