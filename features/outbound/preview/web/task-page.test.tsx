import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { previewApi } from '../contract.ts';
import { preview } from './index.ts';
import { aTaskCustomer, aTaskDetail, someFigures } from './preview.fixture.ts';
import TaskPage from './task-page.tsx';

const people = [{ id: 7, name: 'Ana', email: '', textSeat: true, voiceSeat: true, onlineStatus: 1 }];
const customer = aTaskCustomer({ taskState: 1, result: 2, attempts: 2, closedBy: 'attempts' });

async function show(at = '/task/preview/4', functions = ['preview.view', 'preview.edit']) {
  const answers: Record<string, unknown> = {
    [previewApi.detail.path]: aTaskDetail(),
    [previewApi.customers.path]: { list: [customer], total: 1, totalCapped: false },
    [previewApi.statistics.path]: someFigures,
    [previewApi.attempts.path]: [
      {
        id: 1,
        callId: 'c',
        agentName: 'Ana',
        status: 22,
        result: 2,
        talkSec: 0,
        beganAt: '2026-11-15 10:00:00',
        endedAt: '2026-11-15 10:00:30',
      },
    ],
    [previewApi.assign.path]: { assigned: 20 },
    [previewApi.choices.path]: { routes: [{ id: 3, name: 'Mexico' }] },
    [previewApi.columns.path]: [
      {
        column: 'Region',
        values: [
          { value: 'North', customers: 12 },
          { value: 'South', customers: 8 },
        ],
        isMore: false,
      },
    ],
    '/admin/saas_plat/user/getSeatUser': people,
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
  await ensureFeatureTexts(campaigns);
  await showPage(<TaskPage />, {
    at,
    path: '/task/preview/:id',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: preview,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-01] a task lists its customers with what came of them, and each with its calls', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  expect(await within(panel).findByText('Not answered')).toBeTruthy();
  expect(within(panel).getByText('Family')).toBeTruthy();
  expect(within(panel).getByText('Called often enough')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Open again' }));
  await waitFor(() => expect(sent(previewApi.updateCustomer.path)).toMatchObject([{ customerId: 11, reopen: true }]));
});

test('[TASK-01] open customers are shared out by what a column says', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Assign' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('radio', { name: /^By a column/ }));
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Assign' });
  fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Column' }), { target: { value: 'Region' } });
  expect(send.disabled).toBe(true);
  const north = await within(dialog).findByRole('combobox', { name: 'North (12)' });
  fireEvent.click(north);
  fireEvent.click(await screen.findByRole('option', { name: 'Ana', hidden: true }));
  fireEvent.click(send);
  await waitFor(() =>
    expect(sent(previewApi.assign.path)).toEqual([
      {
        id: 4,
        how: { by: 'column', column: 'Region', agents: [{ value: 'North', agentId: 7 }] },
        onlyUnassigned: true,
      },
    ]),
  );
});

test('[TASK-01] the route of a task is chosen among its settings', async () => {
  const { sent } = await show('/task/preview/4?tab=settings');
  fireEvent.change(await screen.findByRole('combobox', { name: 'Route' }), { target: { value: '3' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(previewApi.updateInfo.path)).toMatchObject([{ id: 4, settings: { routerId: 3 } }]));
});

test('[TASK-01] open customers are shared out evenly among those who work on the task', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Assign' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
  await waitFor(() =>
    expect(sent(previewApi.assign.path)).toEqual([
      { id: 4, how: { by: 'evenly', agentIds: [7] }, onlyUnassigned: true },
    ]),
  );
  expect(await screen.findByText('20 customers assigned')).toBeTruthy();
});

test('[TASK-01] the figures stand in all, by result, by day and by agent', async () => {
  await show('/task/preview/4?tab=statistics');
  expect((await screen.findByRole('region', { name: 'Connected' })).textContent).toContain('57');
  expect(screen.getByRole('img', { name: /11\/15: 14 calls, 8 connected/ })).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'By agent' })).getByText('Ana')).toBeTruthy();
});

test('what is set is changed while the task runs, and a version that is old is refused by the server', async () => {
  const { sent } = await show('/task/preview/4?tab=settings');
  fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Renewals 2' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Declined' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(previewApi.updateInfo.path)).toHaveLength(1));
  expect(sent(previewApi.updateInfo.path)[0]).toMatchObject({
    id: 4,
    version: 3,
    settings: {
      name: 'Renewals 2',
      retry: {
        waits: [
          { on: 'busy', minutes: 15, attempts: 3 },
          { on: 'rejected', minutes: 120, attempts: 2 },
        ],
      },
    },
  });
});

test('what countries ask is shown with its sources', async () => {
  await show('/task/preview/4?tab=settings');
  const title = await screen.findByText('What countries ask');
  const rules = title.closest('details')!;
  rules.open = true;
  fireEvent(rules, new Event('toggle'));
  const table = await screen.findByRole('region', { name: 'What countries ask' });
  expect(within(table).getByText('France')).toBeTruthy();
  expect(table.textContent).toContain('D. 223-9');
});

test('[TASK-01] whoever only looks sees customers and figures, and nothing to press', async () => {
  await show('/task/preview/4?tab=settings', ['preview.view']);
  await screen.findByText('Lucía Prado');
  expect(screen.queryByRole('radio', { name: 'Settings' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Pause|Assign|Copy|Delete/ })).toBeNull();
});
