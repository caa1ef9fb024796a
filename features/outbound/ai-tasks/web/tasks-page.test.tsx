import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { aiTasksApi, type AiFlow, type AiTask } from '../contract.ts';
import { anAiTask, someFlows } from './ai-tasks.fixture.ts';
import { aiTasks } from './index.ts';
import AiTasksPage from './tasks-page.tsx';

async function show(tasks: AiTask[], { functions = ['ai-tasks.view', 'ai-tasks.edit'], flows = someFlows } = {}) {
  const answers: Record<string, unknown> = {
    [aiTasksApi.page.path]: { list: tasks, total: tasks.length, statuses: [{ status: 2, tasks: 1 }] },
    [aiTasksApi.flows.path]: flows satisfies AiFlow[],
    [aiTasksApi.updateStatus.path]: { status: 5 },
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
  await showPage(<AiTasksPage />, {
    at: '/task/ai',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: aiTasks,
  });
  return { asked, sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-02] tasks stand by status with how far they are and why they stand still, and are paused from the list', async () => {
  const paused = anAiTask({
    id: 5,
    name: 'Surveys',
    status: 5,
    state: 'paused',
    pauseReason: 1,
    pausedBy: 'Sofía',
    pausedAt: '2026-11-15 11:00:00',
  });
  const { sent } = await show([anAiTask(), paused]);
  expect(await screen.findAllByText('10 of 40 done', { selector: 'small' })).toHaveLength(2);
  expect(screen.getByText(/^Paused by a user · Sofía, .*11:00/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Running 1' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /^Failed/ }), 'status 4 has no tab').toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Pause: Renewals by AI' }));
  await waitFor(() => expect(sent(aiTasksApi.updateStatus.path)).toEqual([{ id: 4, move: 'pause' }]));
  fireEvent.click(screen.getByRole('button', { name: 'Go on: Surveys' }));
  await waitFor(() => expect(sent(aiTasksApi.updateStatus.path)).toContainEqual({ id: 5, move: 'resume' }));
});

test('[TASK-02] a running task is not deleted; one that stands still is, after a question', async () => {
  const { sent } = await show([
    anAiTask(),
    anAiTask({ id: 5, name: 'Surveys', status: 3, state: 'expired', customers: 3, completed: 1 }),
  ]);
  const kept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete Renewals by AI' });
  expect(kept.disabled).toBe(true);
  expect(screen.getByText('Its time is over')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Surveys' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await within(question).findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(aiTasksApi.remove.path)).toEqual([{ id: 5 }]));
});

test('[TASK-02] a tab asks for its status, and whoever only looks can change nothing', async () => {
  const { asked } = await show([anAiTask()], { functions: ['ai-tasks.view'] });
  await screen.findByText('Renewals by AI');
  expect(screen.queryByRole('button', { name: /Pause|Delete|Copy/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New AI task' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /^Paused/ }));
  await waitFor(() => expect(asked.at(-1)?.url).toContain('status=5'));
});

test('[TASK-02] without a published flow the page leads to the designer', async () => {
  await show([], { functions: ['ai-tasks.view', 'ai-tasks.edit', 'flows.view'], flows: [] });
  expect(await screen.findByText('No flow is published yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the flows' }).getAttribute('href')).toBe('/robot/flows');
});

test('[TASK-02] without tasks the page says what they are for', async () => {
  await show([]);
  expect(await screen.findByText('No AI tasks yet')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'New AI task' }).length).toBeGreaterThan(0);
});
