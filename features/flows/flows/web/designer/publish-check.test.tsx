import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { Toasts } from '#platform/web/ui/toasts.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { viewer } from '#platform/web/viewer.ts';
import { flowsApi } from '../../contract.ts';
import { flows } from '../index.ts';
import { CasesDrawer } from './cases-drawer.tsx';
import { PublishButton } from './publish-button.tsx';
import type { FlowDraft } from './use-draft.ts';

beforeEach(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }));
afterEach(() => vi.unstubAllGlobals());

const draft: FlowDraft = {
  state: { at: 'saved' },
  status: 'changed',
  draftVersion: 7,
  flush: async () => 7,
  took: () => {},
  updateStatus: () => {},
};
const run = (some: object) => ({
  runId: 1,
  flowId: 8,
  version: null,
  draftVersion: null,
  state: 'done',
  total: 3,
  done: 3,
  passed: 3,
  askedBy: 'Ana',
  startedAt: '2026-11-15 10:00:00',
  endedAt: null,
  ...some,
});
const missed = {
  caseId: 2,
  name: 'Angry caller',
  passed: false,
  failures: [{ at: 1, expectation: { words: 'goodbye' }, found: ['Hello.', 'Sorry?'] }],
  unused: [],
};
const talk = {
  passed: false,
  ended: 'over',
  trouble: null,
  result: 1,
  failures: [],
  transcript: [
    { by: 'flow', text: 'Press 1.' },
    { by: 'caller', text: '1', did: 'keys' },
  ],
  kept: {
    name: 'Ana 1',
    steps: [{ keys: '1' }],
    expects: [{ result: 1 }],
    caller: { number: '1', fields: {}, tagIds: [] },
    values: {},
    at: '2026-01-15T12:00:00Z',
    timeZone: 'UTC',
  },
};
const simulation = {
  simulationId: 4,
  flowId: 8,
  version: null,
  draftVersion: 7,
  wish: { by: 'model', caller: { name: 'Ana', persona: '', goal: 'x', facts: {} }, runs: 2, maxTurns: 20, expects: [] },
  state: 'done',
  total: 2,
  done: 1,
  passed: 0,
  askedBy: 'Ana',
  startedAt: '2026-11-15 10:00:00',
  endedAt: null,
};

async function open(shown: React.ReactNode, answers: Record<string, unknown>) {
  const known = { [flowsApi.query.path]: { usedBy: [{}], publishedVersion: null }, ...answers };
  const asked = fakeServer(({ url }) => ({ data: known[url.split('?')[0]!] ?? [] }));
  await ensureFeatureTexts(flows);
  viewer.set(aViewer({ functions: new Set(['flows.view', 'flows.edit', 'flows.publish']) }));
  render(
    <UiProvider client={makeQueryClient()} env="test">
      {shown}
      <Toasts />
      <ConfirmHost />
    </UiProvider>,
  );
  return (path: string) => asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body);
}
const cases = [
  { caseId: 2, name: 'Angry caller', steps: 1, expects: 1, updatedBy: '', updatedAt: '2026-11-15 10:00:00' },
];
const versions = {
  total: 1,
  list: [
    { version: 3, note: '', author: '', createdAt: '2026-11-15 10:00:00', isLive: true, nodes: 2, passRate: null },
  ],
};

test('[FLOW-11] before publishing the draft’s pass rate stands beside that of the live version, failures are named, and it is asked once more', async () => {
  const asked = await open(<PublishButton id={8} draft={draft} problems={0} onProblems={() => {}} />, {
    [flowsApi.cases.path]: cases,
    [flowsApi.versions.path]: versions,
    [flowsApi.publish.path]: { version: 4 },
    [flowsApi.caseRuns.path]: {
      total: 2,
      list: [
        run({ runId: 9, draftVersion: 7, passed: 2 }),
        run({ runId: 5, version: 3 }),
        run({ runId: 4, draftVersion: 6, passed: 0 }),
      ],
    },
    [flowsApi.caseRun.path]: { ...run({ runId: 9, draftVersion: 7, passed: 2 }), results: [missed] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  const check = await screen.findByRole('region', { name: 'Kept conversations' });
  await within(check).findByText('2 of 3 as expected');
  expect(within(check).getByText('Version 3 (live)').closest('li')!.textContent).toContain('3 of 3 as expected');
  await within(check).findByText('Angry caller');
  expect(check.textContent).toContain('“goodbye” was not said');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Publish anyway' }));
  await waitFor(() => expect(asked(flowsApi.publish.path)).toEqual([{ id: 8, draftVersion: 7, note: '' }]));
});

test('whoever publishes reads that nobody gets here yet', async () => {
  await open(<PublishButton id={8} draft={draft} problems={0} onProblems={() => {}} />, {
    [flowsApi.query.path]: { usedBy: [], publishedVersion: null },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/No number, no rule and no other flow leads here yet/)).toBeTruthy();
});

test('[FLOW-11] a draft that was not tried says so and is tried at once; what runs can be cancelled', async () => {
  const asked = await open(<PublishButton id={8} draft={draft} problems={0} onProblems={() => {}} />, {
    [flowsApi.cases.path]: cases,
    [flowsApi.versions.path]: { total: 0, list: [] },
    [flowsApi.runCases.path]: { runId: 11 },
    [flowsApi.caseRuns.path]: {
      total: 1,
      list: [run({ runId: 10, version: 3, state: 'running', done: 120, total: 300 })],
    },
    [flowsApi.cancelCases.path]: null,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Not played yet');
  expect(screen.getByRole('button', { name: /Play the kept conversations: This draft/ })).toHaveProperty(
    'disabled',
    true,
  );
  expect(screen.getByRole('progressbar', { name: '120 of 300 played' })).toBeTruthy();
  fireEvent.click(
    within(screen.getByRole('region', { name: 'Kept conversations' })).getByRole('button', { name: 'Cancel' }),
  );
  await waitFor(() => expect(asked(flowsApi.cancelCases.path)).toEqual([{ runId: 10 }]));
});

test('[FLOW-11] without a model that is said plainly and callers by rules are offered; what was said is shown and kept', async () => {
  const asked = await open(
    <CasesDrawer id={8} flow={aFlow({}, [])} draft={draft} isLocked={false} onClose={() => {}} />,
    {
      [flowsApi.simulations.path]: { hasModel: false, list: [simulation] },
      [flowsApi.simulation.path]: { ...simulation, results: [talk] },
      [flowsApi.simulate.path]: { simulationId: 5 },
      [flowsApi.addCase.path]: { caseId: 3 },
    },
  );
  fireEvent.click(await screen.findByText('Made-up callers'));
  await screen.findByText(/No language model is set up/);
  const goal = screen.getByRole('textbox', { name: 'What they want' });
  fireEvent.change(goal, { target: { value: 'Orders' } });
  expect(screen.getByRole('button', { name: 'Let them call' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Take a caller by rules' }));
  fireEvent.click(screen.getByRole('button', { name: 'Let them call' }));
  await waitFor(() =>
    expect(asked(flowsApi.simulate.path)).toMatchObject([
      { id: 8, by: 'script', version: 'draft', runs: 3, caller: { goal: 'Orders' } },
    ]),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show conversation' }));
  expect(screen.getByText('Presses 1')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep as a case' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Keep this conversation' })).getByRole('button', { name: 'Save' }),
  );
  await waitFor(() =>
    expect(asked(flowsApi.addCase.path)).toMatchObject([{ id: 8, content: { name: 'Ana 1', steps: [{ keys: '1' }] } }]),
  );
});
