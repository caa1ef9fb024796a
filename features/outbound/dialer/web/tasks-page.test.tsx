import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { dialerApi, type DialerTask } from '../contract.ts';
import { aDialerTask } from './dialer.fixture.ts';
import { dialer } from './index.ts';
import DialerTasksPage from './tasks-page.tsx';

async function show(tasks: DialerTask[], functions = ['dialer.view', 'dialer.edit']) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(dialerApi.page.path)
      ? { list: tasks, total: tasks.length, statuses: [{ status: 2, tasks: 1 }] }
      : url.startsWith(dialerApi.updateStatus.path)
        ? { status: 5 }
        : null,
  }));
  await ensureFeatureTexts(campaigns);
  await showPage(<DialerTasksPage />, {
    at: '/task/dialer',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: dialer,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

const paused = aDialerTask({
  id: 5,
  name: 'Surveys',
  status: 5,
  state: 'paused',
  pauseReason: 1,
  pausedBy: 'Valeria',
  pausedAt: '2026-11-15 12:00:00',
});

test('[TASK-03] tasks stand by status with who paused them and why, and are paused and gone on with from the list', async () => {
  const { sent } = await show([aDialerTask(), paused]);
  expect(await screen.findByText(/^Paused by a user · Valeria/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Running 1' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /^Failed/ }), 'a status without a tab').toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Pause: Offers' }));
  fireEvent.click(screen.getByRole('button', { name: 'Go on: Surveys' }));
  await waitFor(() =>
    expect(sent(dialerApi.updateStatus.path)).toEqual([
      { id: 4, move: 'pause' },
      { id: 5, move: 'start' },
    ]),
  );
});

test('[TASK-03] a running task is not deleted; a paused one is, after a question', async () => {
  const { sent } = await show([aDialerTask(), paused]);
  expect(((await screen.findByRole('button', { name: 'Delete Offers' })) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Delete Surveys' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await within(question).findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(dialerApi.remove.path)).toEqual([{ id: 5 }]));
});

test('[TASK-03] a tab asks for its status, and whoever only looks can change nothing', async () => {
  const { sent } = await show([aDialerTask()], ['dialer.view']);
  await screen.findByText('Offers');
  expect(screen.queryByRole('button', { name: /Pause|Delete|Copy/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New dialler task' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /^Paused/ }));
  await waitFor(() => expect(sent(dialerApi.page.path).at(-1)).toMatchObject({ status: 5 }));
});

test('[TASK-03] without tasks the page says what they are for', async () => {
  await show([]);
  expect(await screen.findByText('No dialler tasks yet')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'New dialler task' }).length).toBeGreaterThan(0);
});
