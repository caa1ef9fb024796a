import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Route, Routes } from 'react-router';
import { conditionGroupsApi } from '#features/customers/condition-groups/contract.ts';
import { campaignsApi } from '#features/outbound/campaigns/contract.ts';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { preview } from './index.ts';
import NewTaskPage from './new-task-page.tsx';
import { aTaskDetail } from './preview.fixture.ts';
import SetupPage from './setup-page.tsx';

const anImport = {
  id: 9,
  campaignId: 4,
  fileName: 'people.csv',
  state: 'uploaded',
  rows: 3,
  done: 0,
  added: 0,
  duplicates: 0,
  keptOut: {},
  wrong: 0,
  author: 'Ana',
  createdAt: '2026-11-15 10:00:00',
  finishedAt: null,
  reason: '',
};
const columns = [
  { column: 0, title: 'Nombre', guess: 'full_name', samples: ['Lucía'] },
  { column: 1, title: 'Celular', guess: 'phone', samples: ['+52 55 1234 5678'] },
];

const everything = ['preview.view', 'preview.edit', 'campaigns.edit', 'condition-groups.use'];

async function show(at: string, functions = everything, task: Partial<PreviewTaskDetail> = {}) {
  let now = { ...anImport };
  const answers: Record<string, () => unknown> = {
    [previewApi.detail.path]: () => aTaskDetail({ state: 0, customers: 0, completed: 0, ...task }),
    [previewApi.createFrom.path]: () => ({ id: 4, added: null, import: null }),
    [conditionGroupsApi.list.path]: () => [
      {
        id: 6,
        name: 'Gold',
        condition: { match: 'all', conditions: [] },
        shared: true,
        mine: true,
        author: '',
        updated_at: '',
      },
    ],
    [campaignsApi.importPreview.path.replace('{id}', '9')]: () => ({
      import: now,
      columns,
      encoding: 'utf-8',
      delimiter: ',',
    }),
    [campaignsApi.importCheck.path]: () =>
      (now = { ...now, state: 'checked', added: 2, duplicates: 1, keptOut: { blacklisted: 1 } as never }),
    [campaignsApi.importStart.path]: () => (now = { ...now, state: 'importing' }),
    [previewApi.updateStatus.path]: () => ({ state: 1 }),
    '/admin/saas_plat/user/getSeatUser': () => [],
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!]?.() ?? null }));
  await ensureFeatureTexts(campaigns);
  await showPage(
    <Routes>
      <Route path="/task/preview/new" element={<NewTaskPage />} />
      <Route path="/task/preview/:id/setup" element={<SetupPage />} />
      <Route path="/task/preview/:id" element={<p>the task</p>} />
    </Routes>,
    {
      at,
      viewer: aViewer({ functions: new Set(functions) }),
      feature: preview,
    },
  );
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-01] a file is read column by column, checked, and written when the task is launched', async () => {
  const { sent } = await show('/task/preview/4/setup?step=columns&file=9');
  const check = await screen.findByRole('button', { name: 'Check the file' });
  check.focus();
  fireEvent.click(check);
  const counts = await screen.findByRole('list', { name: 'What becomes of the file' });
  expect(counts.textContent).toBe('2 new customers1 duplicate1 on the blacklist');
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(counts), 'the keyboard stands in the next step').toBe(true);
  expect(sent(campaignsApi.importCheck.path)).toMatchObject([
    {
      id: 9,
      mapping: [
        { column: 0, field: 'full_name' },
        { column: 1, field: 'phone' },
      ],
    },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Next: rules' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Start right away' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next: people' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Launch the task' }));
  expect(await screen.findByText('the task')).toBeTruthy();
  expect(sent(campaignsApi.importStart.path)).toEqual([{ id: 9 }]);
  expect(sent(previewApi.updateStatus.path)).toEqual([{ id: 4, move: 'launch' }]);
  expect(sent(previewApi.updateInfo.path)[0]).toMatchObject({ settings: { startType: 3 } });
});

test('[TASK-01] whoever goes on with a draft by its list goes on with the file it was begun with', async () => {
  const file = { from: 'file', fileId: 9 } as const;
  const unread = await show('/task/preview/4/setup?step=rules', everything, { draftOf: { ...file, isChecked: false } });
  fireEvent.click(await screen.findByRole('button', { name: 'Check the file' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next: rules' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next: people' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Launch the task' }));
  expect(await screen.findByText('the task')).toBeTruthy();
  expect(unread.sent(campaignsApi.importStart.path)).toEqual([{ id: 9 }]);
});

test('[TASK-01] a task that is over can be copied: its end is not', async () => {
  const { sent } = await show('/task/preview/new?from=4', everything, { expiresAt: '2020-01-01 10:00:00' });
  fireEvent.click(await screen.findByRole('radio', { name: 'Add later' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(sent(previewApi.createFrom.path)).toMatchObject([{ settings: { expiresAt: null } }]));
});

test('[TASK-01] without the right to bring files none is asked for', async () => {
  await show('/task/preview/new', ['preview.view', 'preview.edit']);
  const ways = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(ways.map(({ value, checked }) => [value, checked])).toEqual([['later', true]]);
});

test('[TASK-01] customers of a saved condition need no file', async () => {
  const { sent } = await show('/task/preview/new');
  fireEvent.click(await screen.findByRole('radio', { name: 'Saved condition' }));
  await screen.findByRole('option', { name: 'Gold' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Customers of this condition' }), { target: { value: '6' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next: people' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Launch the task' }));
  await waitFor(() =>
    expect(sent(previewApi.appendCustomers.path)).toEqual([
      { id: 4, source: { from: 'conditionGroup', conditionGroupId: 6 } },
    ]),
  );
});

test('[TASK-01] a copy begins with what is set of the other', async () => {
  const { sent } = await show('/task/preview/new?from=4');
  const field = (await screen.findByRole('textbox', { name: /Name of the task/ })) as HTMLInputElement;
  expect(field.value).toBe('Renewals (copy)');
  fireEvent.click(screen.getByRole('radio', { name: 'Add later' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(sent(previewApi.createFrom.path)).toMatchObject([
      { settings: { name: 'Renewals (copy)', agentIds: [7], otherCampaigns: 'skipOpen' } },
    ]),
  );
});

test('[TASK-01] a task without a name takes no file', async () => {
  await show('/task/preview/new');
  fireEvent.change(await screen.findByRole('textbox', { name: /Name of the task/ }), { target: { value: ' ' } });
  expect(screen.getByText('Please fill this in.')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'File with customers' })).toBeNull();
});
