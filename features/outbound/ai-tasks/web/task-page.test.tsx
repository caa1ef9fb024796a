import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { CAMPAIGN_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { queryClient } from '#platform/web/query-client.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { AI_CALLS_CHANGED, aiTasksApi, type AiCustomer, type AiTaskCall, type AiTaskDetail } from '../contract.ts';
import {
  aConversation,
  aLiveCall,
  anAiCall,
  anAiCustomer,
  anAiDetail,
  someAiFigures,
  someFlows,
} from './ai-tasks.fixture.ts';
import { aiTasks } from './index.ts';
import AiTaskPage from './task-page.tsx';

interface Shown {
  functions?: string[];
  task?: Partial<AiTaskDetail>;
  calls?: AiTaskCall[];
  customers?: AiCustomer[];
}

async function show(
  at: string,
  {
    functions = ['ai-tasks.view', 'ai-tasks.edit', 'agent-groups.use'],
    task = {},
    calls = [anAiCall()],
    customers = [anAiCustomer()],
  }: Shown = {},
) {
  const answers: Record<string, unknown> = {
    [aiTasksApi.detail.path]: anAiDetail(task),
    [aiTasksApi.customers.path]: { list: customers, total: 1, totalCapped: false },
    [aiTasksApi.calls.path]: { list: calls, total: calls.length, totalCapped: false },
    [aiTasksApi.conversation.path]: aConversation({ call: calls[0]! }),
    [aiTasksApi.statistics.path]: someAiFigures,
    [aiTasksApi.live.path]: {
      calls: { dialling: 0, ringing: 1, talking: 1, startsPerSec: 0, limit: 'lines' },
      forecast: { is: 'at', at: '2026-11-15 18:00:00' },
    },
    [aiTasksApi.flows.path]: someFlows,
    [aiTasksApi.routes.path]: [{ id: 3, name: 'Outbound AI' }],
    [aiTasksApi.operateCustomers.path]: { changed: 1 },
    [agentGroupsApi.all.path]: [
      { id: 2, name: 'Sales' },
      { id: 5, name: 'Retention' },
    ],
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
  await ensureFeatureTexts(campaigns);
  await showPage(<AiTaskPage />, {
    at,
    path: '/task/ai/:id',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: aiTasks,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-02] a running task shows its calls at this moment; one is handed to people of a group, another hung up after a question', async () => {
  const calls = [
    aLiveCall(),
    aLiveCall({ attemptId: 71, customerName: 'Iván Soto', status: 4, connectionStatus: 3, answeredAt: null }),
  ];
  const { sent } = await show('/task/ai/4', { calls });
  const now = await screen.findByRole('region', { name: 'Calls at this moment' });
  expect(now.textContent).toContain('Ringing1Talking1');
  const shownText = screen.getByText(/2 of at most 5 calls at once/).textContent;
  expect(shownText).toContain('Every line of the route is taken.');
  expect(shownText).toContain('Through at about');
  expect(screen.queryByRole('button', { name: 'Hand to a person: Iván Soto' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Hand to a person: Lucía Prado' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Hand to a person' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.operateCall.path)).toEqual([{ operate: 'toPerson', attemptId: 70, groupId: 2 }]),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Hang up: Iván Soto' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await within(question).findByRole('button', { name: 'Hang up' }));
  await waitFor(() => expect(sent(aiTasksApi.operateCall.path)).toContainEqual({ operate: 'hangUp', attemptId: 71 }));
});

test('[TASK-02] what is kept of a task is old once the server tells of it, and its calls while they go on', async () => {
  const stop = await aiTasks.start!({ viewer: aViewer({ functions: new Set(['ai-tasks.view']) }), go: () => {} });
  const kept = [aiTasksApi.live, aiTasksApi.detail].map((one) => keyOf(one, { id: 4 }));
  const areOld = () => kept.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  const keep = () => kept.forEach((key) => queryClient.setQueryData(key, {}));
  keep();
  deliverEvent(AI_CALLS_CHANGED, { id: 4 });
  await waitFor(() => expect(areOld()).toEqual([true, false]));
  keep();
  deliverEvent(CAMPAIGN_CHANGED, { id: 4 });
  await waitFor(() => expect(areOld()).toEqual([true, true]));
  stop();
});

test('[TASK-02] a call is read with what came of it, what was said and what the flow learned', async () => {
  await show('/task/ai/4?tab=calls');
  fireEvent.click(await screen.findByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  expect(await within(panel).findByText('Yes, please')).toBeTruthy();
  expect(within(panel).getByText('Ana')).toBeTruthy();
  expect(within(panel).getByText('Renews for a year')).toBeTruthy();
  expect(within(panel).queryByRole('button', { name: /Hang up/ }), 'it is over').toBeNull();
});

test('[TASK-02] a customer is shown with columns and calls, set aside, and stopped after a question', async () => {
  const { sent } = await show('/task/ai/4?tab=customers');
  fireEvent.click(await screen.findByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  expect(within(panel).getByText('Family')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Set aside' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.operateCustomers.path)).toEqual([{ id: 4, customerIds: [11], operate: 'pause' }]),
  );
  fireEvent.click(within(panel).getByRole('button', { name: 'Stop' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await within(question).findByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.operateCustomers.path)).toContainEqual({ id: 4, customerIds: [11], operate: 'stop' }),
  );
});

test('[TASK-02] what the flow is told of a customer is set right', async () => {
  const { sent } = await show('/task/ai/4?tab=customers');
  fireEvent.click(await screen.findByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  fireEvent.click(within(panel).getByRole('button', { name: 'Edit' }));
  fireEvent.change(within(panel).getByRole('textbox', { name: 'Plan' }), { target: { value: 'Business' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.updateCustomer.path)).toEqual([
      { memberId: 11, note: '', priority: 5, columns: { Plan: 'Business' } },
    ]),
  );
});

test('[TASK-02] whoever sees stars writes a note without sending the stars back', async () => {
  const { sent } = await show('/task/ai/4?tab=customers');
  fireEvent.click(await screen.findByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  fireEvent.click(within(panel).getByRole('button', { name: 'Edit' }));
  fireEvent.change(within(panel).getByRole('textbox', { name: 'Note' }), { target: { value: 'Ask for her' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.updateCustomer.path)).toEqual([{ memberId: 11, note: 'Ask for her', priority: 5 }]),
  );
});

test('[TASK-02] a customer who is being set right stays open when they are not listed any more', async () => {
  const customers = [anAiCustomer()];
  await show('/task/ai/4?tab=customers', { customers });
  fireEvent.click(await screen.findByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  fireEvent.click(within(panel).getByRole('button', { name: 'Edit' }));
  const note = () => within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  fireEvent.change(note(), { target: { value: 'Ask for her' } });
  customers.length = 0;
  fireEvent.change(screen.getByRole('combobox', { name: 'State', hidden: true }), { target: { value: '2' } });
  await waitFor(() => expect(screen.queryByText('Lucía Prado', { selector: 'b' })).toBeNull());
  expect(note().value).toBe('Ask for her');
});

test('[TASK-02] the figures stand in all, by result in words, by how calls ended, by hour and by day', async () => {
  await show('/task/ai/4?tab=figures');
  expect((await screen.findByRole('region', { name: 'Connected' })).textContent).toContain('40%');
  expect(screen.getByRole('region', { name: 'Machines' }).textContent).toContain('2');
  const results = screen.getByRole('list', { name: 'Calls by result' });
  const rows = within(results).getAllByRole('listitem');
  expect(rows[0]!.textContent).toContain('12');
  expect(rows).toHaveLength(3);
  expect(screen.getByRole('img', { name: '12:00: 5 calls, 60% connected' })).toBeTruthy();
  expect(screen.getByRole('img', { name: '11:00: 0 calls, – connected' })).toBeTruthy();
});

test('[TASK-02] what is set is changed while the task runs', async () => {
  const { sent } = await show('/task/ai/4?tab=settings');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Calls at once' }), { target: { value: '8' } });
  fireEvent.click(await screen.findByRole('radio', { name: /^Hang up/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(aiTasksApi.edit.path)).toHaveLength(1));
  expect(sent(aiTasksApi.edit.path)[0]).toMatchObject({
    id: 4,
    version: 3,
    settings: { callsAtOnce: 8, machineRule: 'hangUp', flowId: 8, flowValues: { plan: 'Plan' } },
  });
});

test('[TASK-02] a task whose flow is not published says why nobody is called', async () => {
  await show('/task/ai/4?tab=customers', { task: { isFlowPublished: false } });
  expect(await screen.findByText('The flow of this task is not published')).toBeTruthy();
});

test('[TASK-02] whoever only looks sees calls and figures, and nothing to press', async () => {
  await show('/task/ai/4?tab=settings', { functions: ['ai-tasks.view'], calls: [aLiveCall()] });
  await screen.findByText('Lucía Prado');
  expect(screen.queryByRole('radio', { name: 'Settings' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Pause|Copy|Delete|Hang up|Hand to/ })).toBeNull();
});
