import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { statisticsApi, type StatCut, type StatFilter, type StatReportName } from '../contract.ts';
import { reportViewsApi } from '../contract/report-views.ts';
import { countAiJob } from './ai-figures.repo.ts';
import { askForLost, askForReport, lostExport, reportExport } from './export.ts';
import { lostCallerHandlers } from './lost-callers.ts';
import { lostPersonData } from './lost-person.ts';
import { mailReportJobs } from './mail-reports.ts';
import { choicesOf } from './names.repo.ts';
import { readReport } from './read-report.ts';
import { reportViewHandlers } from './report-view-handlers.ts';

export { reportFileName, writeReport, type ReportFileWish } from './export.ts';

/** In the order of the menu; the agents' statuses go with the setting AgentStatusEnable (`core/menu`). */
const pages: [page: string, report: StatReportName, icon: string][] = [
  ['dayReport', 'dayReport', 'calendar-clock'],
  ['agentEfficiency', 'agentEfficiency', 'headset'],
  ['agentStatus', 'status', 'users-round'],
  ['callInLoss', 'callInLoss', 'phone'],
  ['callEfficiency', 'callEfficiency', 'phone-outgoing'],
  ['aiOutbound', 'aiOutbound', 'bot'],
];

/** Six reports about calls and agents, told by the glossary of figures (`core/figures`). */
export function statistics(world: World): ServerFeature {
  const { db, clock } = world;
  const read = (report: StatReportName) => (caller: Caller, wish: StatFilter & { by: StatCut }) =>
    readReport({ db, tenantId: caller.tenantId, nowMs: clock.nowMs() }, report, wish);
  return {
    name: 'statistics',
    exports: [reportExport(world), lostExport(world)],
    menu: pages.map(([key, name, icon], place) => ({
      key: `/data/${key}`,
      name: `statistics.menu.${name}`,
      system: System.contactCentre,
      section: 'data' as const,
      order: 12 + place,
      access: 'statistics.view',
      icon,
    })),
    jobs: [countAiJob(world), ...mailReportJobs(world)],
    personData: [lostPersonData],
    routes: [
      ...routes('statistics', statisticsApi, {
        agentEfficiency: read('agentEfficiency'),
        callInLoss: read('callInLoss'),
        dayReport: read('dayReport'),
        aiOutbound: read('aiOutbound'),
        callEfficiency: read('callEfficiency'),
        status: (caller, { page, size, ...wish }) =>
          readReport({ db, tenantId: caller.tenantId, nowMs: clock.nowMs() }, 'status', wish, { page, size }),
        choices: (caller) => db.tenant(caller, choicesOf),
        ...lostCallerHandlers(world),
        exportReport: async (caller, wish) => ({ id: await askForReport(world, caller, wish) }),
        exportLost: async (caller, wish) => ({ id: await askForLost(world, caller, wish) }),
      }),
      ...routes('statistics', reportViewsApi, reportViewHandlers(world)),
    ],
  };
}
