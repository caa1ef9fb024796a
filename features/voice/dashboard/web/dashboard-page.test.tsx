import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { figuresOf, type CountedCall } from '#core/figures/call-figures.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { DASHBOARD_CHANGED, dashboardApi, type Dashboard } from '../contract.ts';
import DashboardPage from './dashboard-page.tsx';
import { dashboard } from './index.ts';

afterEach(() => void vi.unstubAllGlobals());

const ALL = ['dashboard.view', 'dashboard.export', 'call-records.use', 'call-records.view', 'agent-groups.use'];
const call = (more: Partial<CountedCall> = {}): CountedCall => ({
  direction: 'inbound',
  outcome: CallOutcome.talked,
  groupId: 4,
  queueSec: 10,
  promiseSec: 20,
  talkSec: 100,
  holdSec: 20,
  wrapUpSec: 30,
  ...more,
});
const lost = call({ outcome: CallOutcome.abandoned, queueSec: 50 });
const out = call({ direction: 'outbound', groupId: null });
const figures = figuresOf([call(), call({ queueSec: 30 }), lost, out]);
const waits = { medianWaitSec: 12, ninetiethWaitSec: 48 };
const aDashboard: Dashboard = {
  total: { ...figures, ...waits, readySec: 900 },
  step: 'day',
  times: [
    { start: '2026-11-14 06:00:00', end: '2026-11-15 06:00:00', ...waits, ...figuresOf([call(), lost, out]) },
    { start: '2026-11-15 06:00:00', end: '2026-11-16 06:00:00', ...waits, ...figuresOf([call({ queueSec: 30 })]) },
  ],
  groups: [{ id: 4, name: 'Support', promiseSec: 20, ...waits, ...figuresOf([call(), call({ queueSec: 30 }), lost]) }],
  agents: [
    { id: 9, name: 'Budi', readySec: 600, awaySec: 60, ...figuresOf([call(), out]) },
    { id: 8, name: '', readySec: 300, awaySec: 0, ...figuresOf([call({ queueSec: 30, talkSec: 10 })]) },
  ],
};

async function show(at: string, functions = ALL, data = aDashboard) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === dashboardApi.figures.path) return { data };
    if (path === dashboardApi.now.path)
      return {
        data: {
          waiting: 3,
          oldestAt: '2026-11-15 20:00:00',
          callbacks: 1,
          talking: 2,
          wrappingUp: 0,
          free: 5,
          away: 1,
        },
      };
    if (path === dashboardApi.timeline.path)
      return {
        data: {
          total: 1,
          list: [
            {
              id: 9,
              name: 'Budi',
              spans: [
                { status: AgentStatus.available, at: '2026-11-15 04:00:00', until: '2026-11-15 18:00:00' },
                { status: AgentStatus.eating, at: '2026-11-15 18:00:00', until: '2026-11-15 19:00:00' },
                { status: AgentStatus.offline, at: '2026-11-15 19:00:00', until: null },
              ],
            },
          ],
        },
      };
    if (path === dashboardApi.agents.path)
      return {
        data: [
          { id: 8, name: 'Ana' },
          { id: 9, name: 'Budi' },
        ],
      };
    if (path === agentGroupsApi.all.path) return { data: [{ id: 4, name: 'Support', groupNo: 1 }] };
    return { data: path === dashboardApi.exportTable.path ? { id: 1 } : [] };
  });
  await showPage(<DashboardPage />, {
    at,
    path: '/data/dashboard',
    feature: dashboard,
    viewer: aViewer({ functions: new Set(functions), timeZone: 'America/Mexico_City' }),
  });
  return (path: string) =>
    asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body as Record<string, unknown>);
}
const DAYS = '/data/dashboard?from=2026-11-14&to=2026-11-15';

test('[dashboard] the figures are shown with what they mean, asked for in the reader’s zone, and lead to their calls', async () => {
  const asked = await show(`${DAYS}&group=4`);
  const to = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await to(/^Calls 4/)).toBe('/record?from=2026-11-14&to=2026-11-15&sort=ended&group=4');
  expect(await to(/^Unanswered 1/)).toBe('/record?from=2026-11-14&to=2026-11-15&sort=unanswered&group=4');
  expect(await to(/^Service level 33% 1 \/ 3/)).toBe('/record?from=2026-11-14&to=2026-11-15&sort=inTime&group=4');
  expect(screen.getByRole('link', { name: /^Waiting 00:00:30/ }).textContent).toContain(
    'Median 00:00:12, 90% within 00:00:48, longest 00:00:50',
  );
  expect(screen.getByRole('link', { name: /^Handling 00:02:30/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Occupancy 50%/ }).textContent).toContain('00:15:00 there for calls');
  expect(asked(dashboardApi.figures.path)).toEqual([
    { from: '2026-11-14', to: '2026-11-15', zone: 'America/Mexico_City', group_id: 4 },
  ]);
});

test('[dashboard] a bar, a row and a person lead to their own calls', async () => {
  await show(DAYS);
  const bar = await screen.findByRole('link', { name: /3 calls, 1 answered, 1 unanswered/ });
  expect(bar.getAttribute('href')).toBe(
    '/record?since=2026-11-14+06%3A00%3A00&until=2026-11-15+06%3A00%3A00&sort=ended',
  );
  const groups = within(screen.getByRole('table', { name: 'By group' }));
  expect(
    within(groups.getByRole('row', { name: /^Support/ }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toContain('/record?from=2026-11-14&to=2026-11-15&sort=late&group=4');
  const agents = screen.getByRole('table', { name: 'By agent' });
  expect(within(agents).getByText('Left the team')).toBeTruthy();
  expect(
    within(within(agents).getByRole('row', { name: /^Budi/ }))
      .getAllByRole('link')[0]!
      .getAttribute('href'),
  ).toBe('/record?from=2026-11-14&to=2026-11-15&sort=ended&agent=9');
});

test('[dashboard] one agent can be chosen: everything is asked for them, and leads to their calls', async () => {
  const asked = await show(DAYS);
  fireEvent.click(await screen.findByRole('combobox', { name: 'Agent' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Budi' }));
  await waitFor(() => expect(asked(dashboardApi.figures.path).at(-1)).toMatchObject({ agent_id: 9 }));
  await waitFor(() => expect(asked(dashboardApi.timeline.path).at(-1)).toMatchObject({ agent_id: 9 }));
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /^Calls 4/ }).getAttribute('href')).toBe(
      '/record?from=2026-11-14&to=2026-11-15&sort=ended&agent=9',
    ),
  );
});

test('[dashboard] who sees only their own records has figures without ways to the calls of others', async () => {
  await show(DAYS, ['dashboard.view', 'call-records.use']);
  expect(await screen.findByRole('region', { name: 'Calls' })).toBeTruthy();
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('[dashboard] the picture can be read as a table, and tables are sorted by any of their figures', async () => {
  await show(DAYS);
  fireEvent.click(await screen.findByRole('radio', { name: 'Table' }));
  expect(within(screen.getByRole('table', { name: 'By day' })).getAllByRole('row')).toHaveLength(3);
  const agents = screen.getByRole('table', { name: 'By agent' });
  const names = () =>
    within(agents)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Budi', 'Left the team']);
  const sort = within(agents).getByRole('button', { name: 'Sort by Handling' });
  fireEvent.click(sort);
  fireEvent.click(sort);
  expect(names()).toEqual(['Left the team', 'Budi']);
});

test('[dashboard] the timeline tells every status, with the day where it began before this one', async () => {
  await show(DAYS);
  const [first, second] = within(await screen.findByRole('group', { name: 'Budi' })).getAllByRole('link');
  expect(first!.getAttribute('aria-label')).toContain('Available, Nov 14, 2026');
  expect(second!.getAttribute('aria-label')).toBe('Meal break, 12:00 – 13:00 (01:00:00)');
  expect([first!.dataset['before'], first!.style.width]).toEqual(['true', '50%']);
  expect(second!.getAttribute('href')).toBe(
    '/record?since=2026-11-15+18%3A00%3A00&until=2026-11-15+19%3A00%3A00&sort=ended&agent=9',
  );
  fireEvent.click(screen.getByRole('button', { name: 'The day before' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'The day before' }).hasAttribute('disabled')).toBe(true),
  );
});

test('[dashboard] how it is now stands above, and everything is read anew when it is told to', async () => {
  const asked = await show(DAYS);
  const now = await screen.findByRole('region', { name: 'Now' });
  await waitFor(() => expect(now.textContent).toContain('Waiting3Longest since 14:00'));
  act(() => deliverEvent(DASHBOARD_CHANGED, {}));
  for (const { path } of [dashboardApi.figures, dashboardApi.now, dashboardApi.timeline])
    await waitFor(() => expect(asked(path), path).toHaveLength(2));
});

test('[dashboard] the table somebody chooses is exported as the page is filtered', async () => {
  const asked = await show(`${DAYS}&group=4`);
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Figures by agent' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Excel (xlsx)' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(asked(dashboardApi.exportTable.path)).toEqual([
      { from: '2026-11-14', to: '2026-11-15', zone: 'America/Mexico_City', group_id: 4, table: 'agents', kind: 'xlsx' },
    ]),
  );
});

test('[dashboard] days without calls say what to do', async () => {
  const asked = await show('/data/dashboard', ALL, {
    ...aDashboard,
    total: { ...figuresOf([]), ...waits, readySec: 0 },
    times: [],
    groups: [],
    agents: [],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show 30 days' }));
  await waitFor(() => expect(asked(dashboardApi.figures.path)).toHaveLength(2));
});
