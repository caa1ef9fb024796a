import { CHAT_CLOSED } from '#features/chat/chat/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { CHAT_REPORT_CHANGED, chatReportsApi } from '../contract.ts';
import { reportExport } from './export.ts';
import { askForTable, shownTalk } from './export.ts';
import { readReport, reportRepo } from './report.repo.ts';

const momentOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : fromWireTime(time);

/** How conversations go: how long people wait, who answers, and what they say of it. */
export const chatReports = (world: World): ServerFeature => ({
  name: 'chat-reports',
  exports: [reportExport(world)],
  menu: [
    {
      key: '/data/chatReport',
      name: 'chat-reports.menu',
      system: System.contactCentre,
      section: 'data',
      order: 30,
      access: 'chat-reports.view',
      icon: 'chart-column',
    },
  ],
  subscriptions: {
    [CHAT_CLOSED]: ({ tenantId }: { tenantId: number }) =>
      world.db.tenant({ tenantId }, (tx) =>
        tx.push({ kind: CHAT_REPORT_CHANGED, body: {}, access: 'chat-reports.view' }),
      ),
  },
  routes: routes('chat-reports', chatReportsApi, {
    figures: (caller, filter) => readReport(world.db, caller, filter),

    async conversations(caller, { start, end, ...filter }) {
      const { list, more } = await world.db.tenant(caller, (tx) =>
        reportRepo(tx).talks({ ...filter, start: momentOf(start), end: momentOf(end) }),
      );
      return { list: list.map((talk) => shownTalk(talk, caller)), more };
    },

    exportTable: async (caller, wish) => ({ id: await askForTable(world, caller, wish) }),
  }),
});
