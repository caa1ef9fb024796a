import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { Route, Routes } from 'react-router';
import { vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { turn, useTurningClock } from '#platform/web/clock.fixture.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { Navigated } from '#platform/web/navigation.tsx';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { testNavigation } from '#platform/web/navigation.fixture.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { Toasts } from '#platform/web/ui/toasts.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { viewer } from '#platform/web/viewer.ts';
import { failures } from '#shared/errors.ts';
import { flowsApi, type FlowDetail } from '../contract.ts';
// Fetched when it is needed; here it is there before, so that no test waits for it.
import './designer/parts.ts';
import { PAUSE_MS } from './designer/use-draft.ts';
import DesignerPage from './designer-page.tsx';
import { flows } from './index.ts';

/** A text area that grows listens to the fonts, which this DOM does not have. */
export const noFonts = (): void =>
  void Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

type Answers = Readonly<Record<string, (body: never) => unknown>>;

/** A server that keeps one flow; `answers` by path for the rest. */
function keeper(flow: Flow, answers: Answers) {
  let kept: FlowDetail = {
    id: 8,
    name: 'Reception',
    remark: '',
    status: 'draft',
    publishedVersion: null,
    publishedAt: null,
    draftVersion: 1,
    draftBy: 'Ana',
    draftAt: '2026-11-15 10:00:00',
    usedBy: [],
    passRate: null,
    flow,
  };
  let isStale = false;
  const asked = fakeServer(({ url, body }) => {
    const path = url.split('?')[0]!;
    if (answers[path]) return { data: answers[path](body as never) };
    switch (path) {
      case flowsApi.query.path:
        return { data: kept };
      case flowsApi.update.path:
        if (isStale) return { code: failures.flowStale.code, msg: 'Sofía, 20:10' };
        kept = { ...kept, flow: (body as { flow: Flow }).flow, draftVersion: kept.draftVersion + 1 };
        return { data: { draftVersion: kept.draftVersion, draftAt: kept.draftAt, status: kept.status } };
      case flowsApi.publish.path:
        kept = { ...kept, status: 'published', publishedVersion: 1 };
        return { data: { version: 1 } };
      default:
        return { data: [] };
    }
  });
  const sent = (path: string): unknown[] =>
    asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body);
  return {
    kept: () => kept,
    sent,
    asked: (path: string) => sent(path).length,
    /** A colleague saves theirs. */
    overtaken(theirs: Flow): void {
      isStale = true;
      kept = { ...kept, flow: theirs, draftVersion: kept.draftVersion + 1 };
    },
  };
}

function Visits() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        come and go
      </button>
      {isThere && (
        <Suspense>
          <DesignerPage />
        </Suspense>
      )}
    </>
  );
}

/** Nothing has a size here: a movement of the canvas by the clock would be reckoned from that. */
function stillReader(): void {
  const real = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (query: string) => real(query === '(prefers-reduced-motion: reduce)' ? 'all' : query));
}

/** The designer of one flow, opened by somebody who may do everything and wants nothing to move. */
export async function visit(
  flow: Flow = aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']),
  answers: Answers = {},
  functions: readonly string[] = ['flows.view', 'flows.edit', 'flows.publish'],
) {
  stillReader();
  const server = keeper(flow, answers);
  await ensureFeatureTexts(flows);
  useTurningClock();
  viewer.set(aViewer({ functions: new Set(functions) }));
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <Navigated navigation={testNavigation('/robot/flows/8')}>
        <Routes>
          <Route path="/robot/flows/:flowId" element={<Visits />} />
        </Routes>
      </Navigated>
      <Toasts />
      <ConfirmHost />
    </UiProvider>,
  );
  await screen.findByRole('heading', { name: 'Reception' });
  return server;
}

/** Waits until the server has what was changed: the designer saves a moment after the last change. */
export async function saved(seen: () => unknown): Promise<void> {
  await turn(PAUSE_MS);
  await waitFor(seen);
}

/** Opens the settings of a step as its search does. */
export async function choose(name: string): Promise<HTMLElement> {
  const search = screen.getByRole('textbox', { name: 'Find a step' });
  fireEvent.change(search, { target: { value: name } });
  fireEvent.keyDown(search, { key: 'Enter' });
  return screen.findByRole('complementary', { name: new RegExp(`Settings of ${name}`, 'i') });
}

/** Opens an entry of the menu. */
export async function openMore(item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}
