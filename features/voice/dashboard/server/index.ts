import { AGENT_STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import { CALL_ENDED } from '#features/voice/call-records/contract.ts';
import { daysRange } from '#core/calendar/day-range.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { dashboardApi } from '../contract.ts';
import { figuresExport } from './export.ts';
import { agentsRepo } from './agents.repo.ts';
import { countJob } from './count.ts';
import { demoStatuses } from './demo.ts';
import { askForTable } from './export.ts';
import { readDashboard } from './figures.repo.ts';
import { openDashboardNews } from './dashboard-news.ts';
import { readOwnDays } from './own-days.ts';

export { agentsRepo } from './agents.repo.ts';
export { countAll } from './count.ts';
export { figuresBy, figuresRepo, sumOf, type CallCell } from './figures.repo.ts';
export { statusRepo } from './status.repo.ts';
export { figuresOfSums, type Sums } from './sums.ts';
export { waysRepo, type LossCell, type WayCell, type WayCut } from './ways.repo.ts';

/** How calls go, today and on any day: volumes, waits, handling, and what agents do. */
export function dashboard(world: World): ServerFeature {
  const { db, clock } = world;
  const news = openDashboardNews(world);
  return {
    name: 'dashboard',
    exports: [figuresExport(world)],
    menu: [
      {
        key: '/data/dashboard',
        name: 'dashboard.menu',
        system: System.contactCentre,
        section: 'data',
        order: 10,
        access: 'dashboard.view',
        icon: 'gauge',
      },
    ],
    jobs: [countJob(world)],
    hints: { [CALL_ENDED]: news.changed, [AGENT_STATUS_CHANGED]: news.changed },
    stop: news.stop,
    demo: demoStatuses,
    routes: routes('dashboard', dashboardApi, {
      figures: (caller, filter) => readDashboard(db, caller, filter, clock.nowMs()),
      now: (caller, { group_id: groupId }) => db.tenant(caller, (tx) => agentsRepo(tx).now(groupId)),
      ownDays: (caller, { zone }) => readOwnDays(db, caller, zone, clock.nowMs()),
      timeline: (caller, { day, zone, group_id: groupId, agent_id: agentId, page }) =>
        db.tenant(caller, (tx) =>
          agentsRepo(tx).timeline({ range: daysRange(day, day, zone), groupId, agentId, page }),
        ),
      agents: (caller) => db.tenant(caller, (tx) => agentsRepo(tx).names()),
      exportTable: async (caller, wish) => ({ id: await askForTable(world, caller, wish) }),
    }),
  };
}
