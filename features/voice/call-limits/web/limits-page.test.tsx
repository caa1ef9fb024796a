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
};

async function show(functions = ['call-limits.view', 'call-limits.edit'], list: object[] = [limit]) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(callLimitsApi.page.path)
      ? { list, total: list.length }
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
