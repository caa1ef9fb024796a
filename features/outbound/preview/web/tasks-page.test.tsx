import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { previewApi, type PreviewTask } from '../contract.ts';
import { preview } from './index.ts';
import { aTask } from './preview.fixture.ts';
import TasksPage from './tasks-page.tsx';

async function show(tasks: PreviewTask[], functions = ['preview.view', 'preview.edit']) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(previewApi.page.path)
      ? { list: tasks, total: tasks.length, states: [{ state: 2, tasks: 1 }] }
      : url.startsWith(previewApi.updateStatus.path)
        ? { state: 3 }
        : null,
  }));
  await showPage(<TasksPage />, {
    at: '/task/preview',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: preview,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-01] tasks stand by state with how far they are, and are paused from the list', async () => {
  const { sent } = await show([aTask(), aTask({ id: 5, name: 'Surveys', state: 3, pauseReason: 7, completed: 3 })]);
  expect(await screen.findByText('10 of 40 done', { selector: 'small' })).toBeTruthy();
  expect(screen.getByText('Route or line does not exist')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'In progress 1' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Pause: Renewals' }));
  await waitFor(() => expect(sent(previewApi.updateStatus.path)).toEqual([{ id: 4, move: 'pause' }]));
});

test('[TASK-01] a running task is not deleted; a paused one is, after a question', async () => {
  const { sent } = await show([aTask(), aTask({ id: 5, name: 'Surveys', state: 3, pauseReason: 1 })]);
  expect(((await screen.findByRole('button', { name: 'Delete Renewals' })) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Delete Surveys' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await within(question).findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(previewApi.remove.path)).toEqual([{ id: 5 }]));
});

test('[TASK-01] a tab asks for its state, and whoever only looks can change nothing', async () => {
  const { sent } = await show([aTask()], ['preview.view']);
  await screen.findByText('Renewals');
  expect(screen.queryByRole('button', { name: /Pause|Delete|Copy/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New task' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /^Paused/ }));
  await waitFor(() => expect(sent(previewApi.page.path).at(-1)).toMatchObject({ state: 3 }));
});

test('[TASK-01] without tasks the page says what they are for', async () => {
  await show([]);
  expect(await screen.findByText('No preview tasks yet')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'New task' }).length).toBeGreaterThan(0);
});
