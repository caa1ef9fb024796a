import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { routesApi } from '../contract.ts';
import GroupRoutes from './group-routes.tsx';
import { callRoutes } from './index.ts';
import { aNumber, aRoute } from './routes.fixture.tsx';

async function show(functions: string[]) {
  const asked = fakeServer(({ url, body }) => {
    const { path } = body as { path?: string };
    if (path === 'list') return { data: [aRoute(), aRoute({ id: 8, name: 'World' })] };
    if (path === 'numberPool.choices') return { data: [aNumber(11), aNumber(12, { remark: 'Spring' })] };
    if (url !== routesApi.groupRoutes.path) return { data: null };
    const { routerId: _bound, ...number } = aNumber(11);
    return { data: { routes: [{ routerId: 7, routerName: 'Mexico', type: 2, enabled: true }], numbers: [number] } };
  });
  const onPending = vi.fn<(save: (() => Promise<unknown>) | null) => void>();
  await showPage(<GroupRoutes groupId={3} onPending={onPending} />, {
    viewer: aViewer({ functions: new Set(functions) }),
    feature: callRoutes,
  });
  return { onPending, sent: () => asked.filter(({ url }) => url === routesApi.setGroupRoutes.path) };
}

test('[CC-02] [CC-12] a group calls by one more route and shows one more number, once its editor is saved', async () => {
  const { onPending, sent } = await show(['routes.view', 'routes.edit']);
  for (const [field, option] of [
    ['Routes', 'World'],
    ['Numbers shown', '+52 55 5000 0012 (Spring)'],
  ] as const) {
    const box = await screen.findByRole('combobox', { name: field });
    box.focus();
    fireEvent.click(box);
    fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
  }
  expect(sent()).toEqual([]);
  await onPending.mock.lastCall?.[0]?.();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({
    id: 3,
    routerIds: [7, 8],
    numbers: [
      { kind: 'did', id: 11 },
      { kind: 'did', id: 12 },
    ],
  });
});

test('[CC-02] [CC-12] who may not change routes reads which ones a group has', async () => {
  await show(['routes.view']);
  expect(await screen.findByText('Mexico')).toBeTruthy();
  expect(screen.getByText('+52 55 5000 0011')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});
