import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { flowAllocationApi, type AllocationRule } from '../contract.ts';
import AllocationPage from './allocation-page.tsx';
import { flowAllocation } from './index.ts';

const rule: AllocationRule = {
  id: 4,
  priority: 10,
  didNumberId: 2,
  didNumber: '525550000101',
  callerPrefix: '52',
  hours: 'open',
  calendarId: 3,
  calendarName: 'Office',
  goal: { kind: 'flow', flowId: 6 },
  goalName: 'Reception',
  isReady: false,
  enabled: true,
  remark: '',
  updatedBy: 'Sofía',
  updatedAt: '2026-11-15 10:00:00',
};
const targets = {
  numbers: [{ id: 2, name: '525550000101' }],
  calendars: [{ id: 3, name: 'Office' }],
  flows: [{ id: 6, name: 'Reception' }],
  groups: [{ id: 7, name: 'Sales' }],
  agents: [],
};

async function show(
  functions = ['flow-allocation.view', 'flow-allocation.edit'],
  { at = '/', calendars = targets.calendars } = {},
) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === flowAllocationApi.list.path
        ? { list: [rule], total: 1 }
        : url === flowAllocationApi.targets.path
          ? { ...targets, calendars }
          : url === flowAllocationApi.insert.path
            ? { id: 5 }
            : url === flowAllocationApi.download.path
              ? { downloadId: 1 }
              : null,
  }));
  await showPage(<AllocationPage />, {
    at,
    viewer: aViewer({ functions: new Set(functions) }),
    feature: flowAllocation,
  });
  return { asked, sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-08] a rule says whom it is for and where they go, and warns of a flow nobody hears yet', async () => {
  await show();
  expect(await screen.findByText('While open · Office')).toBeTruthy();
  expect(screen.getByText('not published yet')).toBeTruthy();
});

test('[CC-08] a rule is changed, and deleted after a question', async () => {
  const { asked, sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change rule 10 for Reception' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change rule' }));
  fireEvent.change(panel.getByRole('combobox', { name: 'When' }), { target: { value: 'any' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(flowAllocationApi.update.path)).toEqual([
      {
        id: 4,
        priority: 10,
        didNumberId: 2,
        callerPrefix: '52',
        hours: 'any',
        calendarId: null,
        goal: { kind: 'flow', flowId: 6 },
        enabled: true,
        remark: '',
      },
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete rule 10 for Reception' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
      '/cc/api/ivrAllocation/v1/delete/4',
    ]),
  );
});

test('[CC-08] a rule without a target is not sent', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const panel = within(await screen.findByRole('dialog', { name: 'New rule' }));
  fireEvent.change(panel.getByRole('combobox', { name: 'Sent to' }), { target: { value: 'group' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(panel.getByRole('combobox', { name: /Target/ }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(sent(flowAllocationApi.insert.path)).toEqual([]);
});

test('[CC-08] readers take the rules along and change nothing', async () => {
  const { sent } = await show(['flow-allocation.view']);
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() => expect(sent(flowAllocationApi.download.path)).toEqual([{ kind: 'xlsx' }]));
  expect(screen.queryByRole('button', { name: /New rule|Import|Change|Delete/ })).toBeNull();
});

test('[CC-08] an address with filters nobody knows shows all rules', async () => {
  const { sent } = await show(undefined, { at: '/?goal=zzz&number=abc' });
  expect(await screen.findByText('While open · Office')).toBeTruthy();
  expect(sent(flowAllocationApi.list.path)).toEqual([{ page: 1, size: 20 }]);
});

test('[CC-08] without a calendar a rule by hours says where to make one', async () => {
  await show(undefined, { calendars: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const panel = within(await screen.findByRole('dialog', { name: 'New rule' }));
  fireEvent.change(panel.getByRole('combobox', { name: 'When' }), { target: { value: 'open' } });
  expect(await panel.findByText(/Business hours first/)).toBeTruthy();
});
