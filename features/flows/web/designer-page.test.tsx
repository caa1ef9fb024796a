import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route, Routes } from 'react-router';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { Navigated } from '#platform/web/navigation.tsx';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { testNavigation } from '#platform/web/test-navigation.ts';
import { aViewer } from '#platform/web/test-page.tsx';
import { fakeServer } from '#platform/web/test-server.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { Toasts } from '#platform/web/ui/toasts.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { viewer } from '#platform/web/viewer.ts';
import { flowsApi, type FlowDetail } from '../contract.ts';
import DesignerPage from './designer-page.tsx';
import { flows } from './index.ts';

beforeEach(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }));
afterEach(() => vi.unstubAllGlobals());

/** A server that keeps one flow. */
function keeper() {
  let kept: FlowDetail = {
    id: 8, name: 'Reception', remark: '', status: 'draft', publishedVersion: null, publishedAt: null, draftVersion: 1, draftBy: 'Ana', draftAt: '2026-11-15 10:00:00', usedBy: [], passRate: null,
    flow: aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']),
  };
  const asked = fakeServer(({ url, body }) => {
    switch (url.split('?')[0]) {
      case flowsApi.query.path: return { data: kept };
      case flowsApi.update.path:
        kept = { ...kept, flow: (body as { flow: Flow }).flow, draftVersion: kept.draftVersion + 1 };
        return { data: { draftVersion: kept.draftVersion, draftAt: kept.draftAt, status: kept.status } };
      case flowsApi.publish.path:
        kept = { ...kept, status: 'published', publishedVersion: 1 };
        return { data: { version: 1 } };
      default: return { data: [] };
    }
  });
  return { kept: () => kept, asked: (path: string) => asked.filter(({ url }) => url.split('?')[0] === path).length };
}

function Visits() {
  const [isThere, setThere] = useState(true);
  return <><button type="button" onClick={() => setThere(!isThere)}>come and go</button>{isThere && <Suspense><DesignerPage /></Suspense>}</>;
}

async function visit() {
  const server = keeper();
  await ensureFeatureTexts(flows);
  viewer.set(aViewer({ functions: new Set(['flows.view', 'flows.edit', 'flows.publish']) }));
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <Navigated navigation={testNavigation('/robot/flows/8')}><Routes><Route path="/robot/flows/:flowId" element={<Visits />} /></Routes></Navigated>
      <Toasts />
      <ConfirmHost />
    </UiProvider>,
  );
  await screen.findByRole('heading', { name: 'Reception' });
  return server;
}

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
