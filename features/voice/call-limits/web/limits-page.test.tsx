import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { callLimitsApi } from '../contract.ts';
import { callLimits } from './index.ts';
import { secondsOf, spanOf } from './limit-span.ts';
import LimitsPage from './limits-page.tsx';

const limit = {
  id: 4,
  kind: 'perNumber',
  max: 5,
  windowSec: 86_400,
  scope: 'group',
  groupId: 2,
  groupName: 'Sales',
  enabled: true,
  used: 2,
};

async function show(functions = ['call-limits.view', 'call-limits.edit'], list: object[] = [limit]) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(callLimitsApi.page.path)
      ? { list, total: list.length, currency: 'USD' }
      : url.startsWith(callLimitsApi.groups.path)
        ? [
            { id: 2, name: 'Sales' },
            { id: 3, name: 'Support' },
          ]
        : url.startsWith(callLimitsApi.countries.path)
          ? [{ iso2: 'MX', code: '52', name: 'Mexico' }]
          : url.startsWith(callLimitsApi.add.path)
            ? { id: 9 }
            : null,
  }));
  await showPage(<LimitsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: callLimits });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-05] a limit is changed: another group, half a day', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change: Calls to one number: 5' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(await panel.findByLabelText('Group'), { target: { value: '3' } });
  fireEvent.change(panel.getByLabelText('Unit'), { target: { value: 'hours' } });
  fireEvent.change(panel.getByLabelText('Within'), { target: { value: '12' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(callLimitsApi.update.path)).toEqual([
      { id: 4, kind: 'perNumber', max: 5, windowSec: 43_200, scope: 'group', groupId: 3, enabled: true },
    ]),
  );
});

test('[CC-05] deleting a limit asks first', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: Calls to one number: 5' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(sent(callLimitsApi.delete.path)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(callLimitsApi.delete.path)).toEqual([{ id: 4 }]));
});

test('[CC-05] readers see limits and countries, and change nothing', async () => {
  await show(['call-limits.view']);
  await screen.findByText('Mexico');
  expect(screen.queryByRole('button', { name: /Add|Change|Delete|Save/ })).toBeNull();
});

test('[CC-05] cost of a day is typed as money, and kept in its smallest unit', async () => {
  const { sent } = await show();
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add limit' }))[0]!);
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByLabelText('What is limited'), { target: { value: 'costPerDay' } });
  expect(panel.queryByLabelText('Within')).toBeNull();
  fireEvent.change(panel.getByLabelText(/^At most, in USD/), { target: { value: '12.50' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(callLimitsApi.add.path)).toMatchObject([{ kind: 'costPerDay', max: 1_250 }]));
});

test('[CC-05] each limit says how much of it is used, and which one is reached', async () => {
  await show(
    ['call-limits.view'],
    [
      limit,
      { ...limit, id: 5, kind: 'costPerDay', scope: 'tenant', groupId: null, groupName: '', max: 1_000, used: 1_000 },
    ],
  );
  await screen.findByText('reached');
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row));
  expect(rows[0]!.getByText('2')).toBeTruthy();
  expect(rows[1]!.getAllByText(/^\$10\.00/)).toHaveLength(2);
  expect(rows[1]!.getByText('reached')).toBeTruthy();
  expect(rows[1]!.getByText('1 day')).toBeTruthy();
});

test('[CC-05] who may see routes is led from the limits to the plan', async () => {
  await show(['call-limits.view', 'routes.view']);
  const link = await screen.findByRole('link', { name: 'Who would this number be called by?' });
  expect(link.getAttribute('href')).toBe('/settings/routes?tab=ask');
});

test.each([
  [86_400, '1 day'],
  [172_800, '2 days'],
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
])('[CC-05] %s seconds are read as %s', async (windowSec, read) => {
  await show(['call-limits.view'], [{ ...limit, windowSec }]);
  expect(await screen.findByText(read)).toBeTruthy();
});

test('[CC-05] a span is written in the largest unit that leaves no rest', () => {
  expect([86_400, 43_200, 5_400, 172_800].map(spanOf)).toEqual([
    { amount: 1, unit: 'days' },
    { amount: 12, unit: 'hours' },
    { amount: 90, unit: 'minutes' },
    { amount: 2, unit: 'days' },
  ]);
  for (const seconds of [60, 3_600, 90_000]) expect(secondsOf(spanOf(seconds))).toBe(seconds);
});
