import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DASHBOARD_CHANGED } from '#features/voice/dashboard/contract.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { statisticsApi, type LostCaller, type StatReport } from '../contract.ts';
import { statistics } from './index.ts';
import AgentEfficiencyPage from './pages/agent-efficiency-page.tsx';
import CallInLossPage from './pages/call-in-loss-page.tsx';

afterEach(() => void vi.unstubAllGlobals());

const values = { ended: 40, talked: 30, meanTalkSec: 95, serviceLevel: 0.8 };
const earlier = { ended: 20, talked: 30, meanTalkSec: 100, serviceLevel: 0.9 };
const [start, end] = ['2026-11-17 06:00:00', '2026-11-18 06:00:00'];
const aReport: StatReport = {
  columns: ['ended', 'talked', 'meanTalkSec', 'serviceLevel'],
  charted: ['ended', 'serviceLevel'],
  total: values,
  earlier,
  rows: [
    { id: 9, name: 'Budi', values, earlier },
    { id: 8, name: '', values: { ...values, ended: 3 }, earlier: null },
    { id: 0, name: '', values: { ...values, ended: 0 }, earlier: null },
  ],
  rowCount: 3,
  step: 'day',
  series: [{ start, end, values, earlier }],
};
const aLostCaller: LostCaller = {
  callId: 'c-1',
  at: start,
  number: '14155550101',
  displayNumber: '14155550101',
  hasEncrypt: false,
  country: 'US',
  customerId: null,
  customerName: 'Lena Vogt',
  place: 'line',
  goneSec: 42,
  groupId: 4,
  groupName: 'Sales',
  calledNumber: '14155550000',
  calls: 2,
  tries: 0,
  lastTryAt: null,
  canCallback: true,
  claimed: null,
  done: null,
};
const everything = ['statistics.view', 'statistics.export', 'call-records.view', 'call-records.use'];

async function show(page: React.ReactElement, at: string, functions = everything, report = aReport) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === statisticsApi.choices.path)
      return {
        data: {
          agents: [{ id: 9, name: 'Budi' }],
          groups: [{ id: 4, name: 'Sales' }],
          campaigns: [],
          trunks: [],
          numbers: [{ id: 7, name: '+1 415 555 0000' }],
        },
      };
    if (path === statisticsApi.lostCallers.path) return { data: { list: [aLostCaller], total: 1, totalCapped: false } };
    if (path === statisticsApi.exportReport.path) return { data: { id: 1 } };
    if (path?.includes('/views/')) return { data: [] };
    return { data: path?.startsWith('/cc/api/statistics') ? report : null };
  });
  await showPage(page, {
    at,
    path: at.split('?')[0]!,
    feature: statistics,
    viewer: aViewer({ functions: new Set(functions), timeZone: 'America/Mexico_City' }),
  });
  return (endpoint: { path: string }) =>
    asked.filter(({ url }) => url.split('?')[0] === endpoint.path).map(({ body }) => body as Record<string, unknown>);
}

test('[CC-10] a report shows its figures beside those of earlier days, and every number of calls leads to them', async () => {
  const asked = await show(<AgentEfficiencyPage />, '/data/agentEfficiency?range=yesterday&against=before');
  const row = within(await screen.findByRole('row', { name: /Budi/ }));
  expect(row.getByText('+100%')).toBeTruthy();
  expect(row.getByRole('link', { name: '40' }).getAttribute('href')).toMatch(/^\/record\?.*agent=9/);
  expect(screen.getByRole('row', { name: /Deleted/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /Nobody/ })).toBeTruthy();
  expect(asked(statisticsApi.agentEfficiency)[0]).toMatchObject({ by: 'agent', zone: 'America/Mexico_City' });
  expect(asked(statisticsApi.agentEfficiency)[0]).toHaveProperty('earlier');
});

test('[CC-10] who may not see all calls is led to none', async () => {
  await show(<AgentEfficiencyPage />, '/data/agentEfficiency', ['statistics.view']);
  await screen.findByRole('row', { name: /Budi/ });
  expect(screen.queryByRole('link', { name: '40' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('[CC-10] the chart shows the figure one chooses; the end of a call reads the report anew', async () => {
  const asked = await show(<AgentEfficiencyPage />, '/data/agentEfficiency?chart=serviceLevel');
  expect(await screen.findByRole('img', { name: /80%/ })).toBeTruthy();
  const before = asked(statisticsApi.agentEfficiency).length;
  act(() => deliverEvent(DASHBOARD_CHANGED, {}));
  await vi.waitFor(() => expect(asked(statisticsApi.agentEfficiency).length).toBeGreaterThan(before));
});

test('[CC-10] a report without anything says so, and offers more days', async () => {
  await show(<AgentEfficiencyPage />, '/data/agentEfficiency', everything, {
    ...aReport,
    total: { ended: 0 },
    rows: [],
  });
  expect(await screen.findByText('Nothing in these days')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show 30 days' }));
  expect(await screen.findByRole('button', { name: '30 days', pressed: true })).toBeTruthy();
});

test('[CC-10] a report of one group is cut by nothing that is not known of groups', async () => {
  const asked = await show(<CallInLossPage />, '/data/callInLoss?group_id=4&number_id=7&by=number');
  await screen.findByText('Lena Vogt');
  expect(asked(statisticsApi.callInLoss)[0]).toMatchObject({ by: 'place', group_id: 4 });
  expect(asked(statisticsApi.callInLoss)[0]).not.toHaveProperty('number_id');
  // The fields say what the report is narrowed to, whatever an old link says besides.
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Group' }).value).toBe('Sales');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Number' }).value).toBe('');
  fireEvent.click(screen.getByRole('combobox', { name: 'Rows' }));
  expect(await screen.findByRole('option', { name: 'By group' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'By number' })).toBeNull();
});

test('[CC-10] a lost caller is taken, and done with for a reason', async () => {
  const asked = await show(<CallInLossPage />, '/data/callInLoss');
  expect(await screen.findByText('Lena Vogt')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'I take it' }));
  await vi.waitFor(() => expect(asked(statisticsApi.claimLost)).toEqual([{ callId: 'c-1', takeOver: false }]));
  fireEvent.click(screen.getByRole('button', { name: 'Done: Lena Vogt' }));
  fireEvent.change(await screen.findByLabelText('Why no call is needed (optional)'), { target: { value: 'wrote' } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await vi.waitFor(() => expect(asked(statisticsApi.finishLost)).toEqual([{ callId: 'c-1', note: 'wrote' }]));
});
