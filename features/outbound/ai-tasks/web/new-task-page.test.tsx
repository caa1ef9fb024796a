import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Route, Routes } from 'react-router';
import { customersApi } from '#features/customers/customers/contract.ts';
import { campaignsApi } from '#features/outbound/campaigns/contract.ts';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { aiTasksApi, type AiTaskDetail } from '../contract.ts';
import { anAiDetail, someFlows } from './ai-tasks.fixture.ts';
import { aiTasks } from './index.ts';
import NewAiTaskPage from './new-task-page.tsx';
import AiSetupPage from './setup-page.tsx';

const checked = {
  id: 9,
  campaignId: 4,
  fileName: 'people.csv',
  state: 'checked',
  rows: 3,
  done: 3,
  added: 2,
  duplicates: 1,
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
  { column: 2, title: 'Tarifa', guess: null, samples: ['Family'] },
];

const everything = ['ai-tasks.view', 'ai-tasks.edit', 'campaigns.edit', 'condition-groups.use', 'customers.use'];

async function show(at: string, task: Partial<AiTaskDetail> = {}) {
  let settings: Partial<AiTaskDetail> = { status: 1, state: 'draft', customers: 0, completed: 0, ...task };
  const answers: Record<string, (body: unknown) => unknown> = {
    [aiTasksApi.detail.path]: () => anAiDetail(settings),
    [aiTasksApi.flows.path]: () => someFlows,
    [aiTasksApi.routes.path]: () => [{ id: 3, name: 'Outbound AI' }],
    [aiTasksApi.createFrom.path]: () => ({ id: 4, added: null, import: null }),
    [aiTasksApi.edit.path]: (body) => void (settings = { ...settings, ...(body as { settings: object }).settings }),
    [aiTasksApi.updateStatus.path]: () => ({ status: 2 }),
    [customersApi.list.path]: () => ({
      list: [{ id: 31, full_name: 'Lena Vogt', phones: [{ number: '491701234567', country: 'DE', word: '' }] }],
      total: 1,
      capped: false,
    }),
    [campaignsApi.importPreview.path.replace('{id}', '9')]: () => ({
      import: checked,
      columns,
      encoding: 'utf-8',
      delimiter: ',',
    }),
    [campaignsApi.importStart.path]: () => ({ ...checked, state: 'importing' }),
  };
  const asked = fakeServer(({ url, body }) => ({ data: answers[url.split('?')[0]!]?.(body) ?? null }));
  await ensureFeatureTexts(campaigns);
  await showPage(
    <Routes>
      <Route path="/task/ai/new" element={<NewAiTaskPage />} />
      <Route path="/task/ai/:id/setup" element={<AiSetupPage />} />
      <Route path="/task/ai/:id" element={<p>the task</p>} />
    </Routes>,
    { at, viewer: aViewer({ functions: new Set(everything) }), feature: aiTasks },
  );
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-02] columns of a file become what the flow knows; rules and route follow, and the task is launched', async () => {
  const { sent } = await show('/task/ai/4/setup?step=flow&file=9', { routerId: null, flowValues: { plan: 'Plan' } });
  const next = await screen.findByRole('button', { name: 'Next: rules' });
  // The file has no column called so: somebody has to choose.
  expect(screen.getByText(/The flow says this without asking for it: Plan/)).toBeTruthy();
  fireEvent.click(next);
  expect(await screen.findByText('Please choose what fills this.')).toBeTruthy();
  expect(sent(aiTasksApi.edit.path)).toEqual([]);
  fireEvent.change(screen.getByRole('combobox', { name: /^Plan/ }), { target: { value: 'Tarifa' } });
  fireEvent.change(screen.getByRole('combobox', { name: /^Route/ }), { target: { value: '3' } });
  fireEvent.click(next);
  fireEvent.click(await screen.findByRole('radio', { name: 'Start right away' }));
  fireEvent.click(screen.getByRole('button', { name: 'Launch the task' }));
  expect(await screen.findByText('the task')).toBeTruthy();
  expect(sent(aiTasksApi.edit.path)).toMatchObject([
    { settings: { flowValues: { plan: 'Tarifa' }, routerId: 3 } },
    { settings: { startType: 3, flowValues: { plan: 'Tarifa' } } },
  ]);
  expect(sent(campaignsApi.importStart.path)).toEqual([{ id: 9 }]);
  expect(sent(aiTasksApi.updateStatus.path)).toEqual([{ id: 4, move: 'launch' }]);
});

test('[TASK-02] customers are asked for once a flow is chosen, and chosen ones are taken when the task is launched', async () => {
  const { sent } = await show('/task/ai/new');
  const flow = await screen.findByRole('combobox', { name: /^Flow/ });
  expect(screen.queryByRole('radio', { name: 'Chosen customers' })).toBeNull();
  fireEvent.change(flow, { target: { value: '8' } });
  expect(screen.getByText('version 2 · speaks Spanish · wants to know Plan')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Chosen customers' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Customers' }));
  fireEvent.click(await screen.findByRole('option', { name: /Lena Vogt/ }));
  const name = screen.getByRole('textbox', { name: /Name of the task/ });
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
  fireEvent.change(name, { target: { value: '' } });
  expect(next().disabled).toBe(true);
  fireEvent.change(name, { target: { value: 'Renewals' } });
  expect(next().disabled, 'who was chosen is chosen still').toBe(false);
  fireEvent.click(next());
  await waitFor(() =>
    expect(sent(aiTasksApi.createFrom.path)).toMatchObject([
      { settings: { name: 'Renewals', flowId: 8, flowValues: { plan: 'Plan', remark: 'Remark' } } },
    ]),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Next: rules' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Launch the task' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.appendCustomers.path)).toEqual([{ id: 4, source: { from: 'chosen', customerIds: [31] } }]),
  );
});

test('[TASK-02] a copy begins with what is set of the other, but for an end that is over', async () => {
  const { sent } = await show('/task/ai/new?from=4', { expiresAt: '2020-01-01 10:00:00' });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Name of the task/ });
  expect(field.value).toBe('Renewals by AI (copy)');
  fireEvent.click(screen.getByRole('radio', { name: 'Add later' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(sent(aiTasksApi.createFrom.path)).toMatchObject([
      { settings: { name: 'Renewals by AI (copy)', expiresAt: null, groupId: 2, flowValues: { plan: 'Plan' } } },
    ]),
  );
});

test.each([true, false])(
  '[TASK-02] where there is no route for automatic dialling the page says so, and leads there whoever may see routes (%s)',
  async (maySee) => {
    fakeServer(({ url }) => ({
      data: url.startsWith(aiTasksApi.detail.path)
        ? anAiDetail({ state: 'draft' })
        : url.startsWith(aiTasksApi.flows.path)
          ? someFlows
          : [],
    }));
    await showPage(<AiSetupPage />, {
      at: '/task/ai/4/setup?step=flow',
      path: '/task/ai/:id/setup',
      viewer: aViewer({ functions: new Set([...everything, ...(maySee ? ['routes.view'] : [])]) }),
      feature: aiTasks,
    });
    const alert = (await screen.findByText(/There is no route for automatic dialling yet/)).closest('[role="alert"]')!;
    const links = within(alert as HTMLElement).queryAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(maySee ? ['/settings/routes'] : []);
  },
);
