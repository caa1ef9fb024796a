import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { dashboardApi, type Dashboard, type DashboardNow, type OwnDays } from '../../contract.ts';
import { noFigures } from '#core/figures/call-figures.ts';
import { dashboard } from '../index.ts';
import OwnDaysCard from './own-days-card.tsx';
import TeamDayCard from './team-day-card.tsx';

const waits = { medianWaitSec: null, ninetiethWaitSec: null };
const tile = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });

test('an agent’s start page compares the day with the agent’s own yesterday', async () => {
  const days: OwnDays = {
    waiting: 3,
    today: { talked: 12, talkSec: 3_600, missed: 1 },
    yesterday: { talked: 20, talkSec: 7_200, missed: 4 },
  };
  fakeServer(() => ({ data: days }));
  await showPage(<OwnDaysCard />, {
    feature: dashboard,
    viewer: aViewer({ functions: new Set(['call-records.use']) }),
  });
  expect((await tile('Waiting')).textContent).toContain('3');
  expect((await tile('Calls')).textContent).toMatch(/12.*Yesterday 20/);
  expect((await tile('Missed')).textContent).toMatch(/1.*Yesterday 4/);
  expect(screen.getByRole('region', { name: 'Talk time' }).textContent).toMatch(/01:00:00.*Yesterday 02:00:00/);
});

test('whoever leads sees the team today beside yesterday, and which group needs a look', async () => {
  const group = (id: number, name: string, more: object) => ({
    ...noFigures,
    ...waits,
    id,
    name,
    promiseSec: 20,
    ...more,
  });
  const of = (ended: number): Dashboard => ({
    total: { ...noFigures, ...waits, readySec: 0, ended, inbound: ended, answered: ended - 2 },
    step: 'hour',
    times: [],
    groups: [group(1, 'Sales', {}), group(2, 'Support', { inbound: 9, answered: 7, served: 7, lost: 2, inTime: 5 })],
    agents: [],
  });
  const now: DashboardNow = { waiting: 2, oldestAt: null, callbacks: 0, talking: 4, wrappingUp: 0, free: 1, away: 0 };
  let asked = 0;
  fakeServer(({ url }) => ({ data: url === dashboardApi.now.path ? now : of((asked += 1) === 1 ? 30 : 40) }));
  await showPage(<TeamDayCard />, { feature: dashboard, viewer: aViewer({ functions: new Set(['dashboard.view']) }) });
  expect((await tile('Waiting')).textContent).toContain('1 free, 4 talking');
  expect((await tile('Calls')).textContent).toMatch(/30.*Yesterday 40/);
  const trouble = within(screen.getByRole('list')).getAllByRole('link');
  expect(trouble.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['Support2 unanswered, 56% in time', '/data/dashboard?group=2'],
  ]);
});
