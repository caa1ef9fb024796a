import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { aDialerDetail } from './dialer.fixture.ts';
import { dialer } from './index.ts';
import NewDialerTaskPage from './new-task-page.tsx';
import DialerSetupPage from './setup-page.tsx';

const everything = ['dialer.view', 'dialer.edit', 'campaigns.edit', 'condition-groups.use'];

async function show(at: string, task: Partial<DialerTaskDetail> = {}) {
  const answers: Record<string, () => unknown> = {
    [dialerApi.detail.path]: () => aDialerDetail({ status: 1, state: 'draft', customers: 0, completed: 0, ...task }),
    [dialerApi.createFrom.path]: () => ({ id: 4, added: null, import: null }),
    [dialerApi.choices.path]: () => ({ routes: [{ id: 3, name: 'Automatic' }], hasRoutes: true }),
    [dialerApi.updateStatus.path]: () => ({ status: 1 }),
    '/admin/saas_plat/user/getSeatUser': () => [],
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!]?.() ?? null }));
  await ensureFeatureTexts(campaigns);
  await showPage(
    <Routes>
      <Route path="/task/dialer/new" element={<NewDialerTaskPage />} />
      <Route path="/task/dialer/:id/setup" element={<DialerSetupPage />} />
      <Route path="/task/dialer/:id" element={<p>the task</p>} />
    </Routes>,
    { at, viewer: aViewer({ functions: new Set(everything) }), feature: dialer },
  );
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[TASK-03] a task is made step by step: rules, how it dials, people, and launched', async () => {
  const { sent } = await show('/task/dialer/new');
  fireEvent.click(await screen.findByRole('radio', { name: 'Add later' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next: dialling' }));
  fireEvent.click(await screen.findByRole('radio', { name: /^Proportional/ }));
  fireEvent.change(screen.getByRole('textbox', { name: /Lines for each free agent/ }), { target: { value: '2.5' } });
  fireEvent.change(screen.getByRole('textbox', { name: /Abandoned calls at most/ }), { target: { value: '1.5' } });
  await screen.findByRole('option', { name: 'Automatic' });
  fireEvent.change(screen.getByRole('combobox', { name: /Route/ }), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next: people' }));
  const launch = await screen.findByRole('button', { name: 'Launch the task' });
  expect(screen.queryByRole('radio', { name: /Evenly/ }), 'calls go to whoever is free').toBeNull();
  fireEvent.click(launch);
  expect(await screen.findByText('the task')).toBeTruthy();
  expect(sent(dialerApi.createFrom.path)).toMatchObject([{ settings: { name: expect.any(String) } }]);
  expect(sent(dialerApi.updateInfo.path)[1]).toMatchObject({
    id: 4,
    settings: { dispatchType: 1, ratio: 2.5, abandonPerMille: 15, routerId: 3 },
  });
  expect(sent(dialerApi.updateStatus.path)).toEqual([{ id: 4, move: 'launch' }]);
});

test('[TASK-03] whoever goes on with a draft later finds the condition it was begun with', async () => {
  const { sent } = await show('/task/dialer/4/setup?step=people', {
    draftOf: { from: 'conditionGroup', conditionGroupId: 8 },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Launch the task' }));
  expect(await screen.findByText('the task')).toBeTruthy();
  expect(sent(dialerApi.appendCustomers.path)).toEqual([
    { id: 4, source: { from: 'conditionGroup', conditionGroupId: 8 } },
  ]);
});

test('[TASK-03] an address that names no task says so; the route that is set is named before the others are known', async () => {
  await show('/task/dialer/abc/setup?step=rules');
  expect(await screen.findByRole('alert')).toBeTruthy();
  cleanup();
  await show('/task/dialer/4/setup?step=dialling', { routerId: 77, routeName: 'Night route' });
  const route = (await screen.findByRole('combobox', { name: /Route/ })) as HTMLSelectElement;
  expect(route.value).toBe('77');
});

test('[TASK-03] an allowance of abandoned calls that is cleared is asked for, not taken as it was', async () => {
  const { sent } = await show('/task/dialer/4/setup?step=dialling');
  const abandoned = await screen.findByRole('textbox', { name: /Abandoned calls at most/ });
  fireEvent.change(abandoned, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next: people' }));
  await waitFor(() => expect(abandoned.getAttribute('aria-invalid')).toBe('true'));
  expect(sent(dialerApi.updateInfo.path)).toEqual([]);
});

test('[TASK-03] more than three in a hundred abandoned calls, or less than fifteen seconds of ringing, are not taken', async () => {
  const { sent } = await show('/task/dialer/4/setup?step=dialling');
  const ring = await screen.findByRole('textbox', { name: /Ring at most/ });
  fireEvent.change(ring, { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next: people' }));
  await waitFor(() => expect(ring.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(ring, { target: { value: '20' } });
  const abandoned = screen.getByRole('textbox', { name: /Abandoned calls at most/ });
  fireEvent.change(abandoned, { target: { value: '3.1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next: people' }));
  await waitFor(() => expect(abandoned.getAttribute('aria-invalid')).toBe('true'));
  expect(sent(dialerApi.updateInfo.path)).toEqual([]);
});

test('[TASK-03] a copy begins with what is set of the other; an end that is over is not copied', async () => {
  const { sent } = await show('/task/dialer/new?from=4', { expiresAt: '2020-01-01 10:00:00', keepFree: 2 });
  const field = (await screen.findByRole('textbox', { name: /Name of the task/ })) as HTMLInputElement;
  expect(field.value).toBe('Offers (copy)');
  fireEvent.click(screen.getByRole('radio', { name: 'Add later' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(sent(dialerApi.createFrom.path)).toMatchObject([
      { settings: { name: 'Offers (copy)', keepFree: 2, ratio: 1.5, expiresAt: null } },
    ]),
  );
});
