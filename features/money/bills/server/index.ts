import { accountOf } from '#features/money/ledger/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { operatorBillsApi, tenantBillsApi } from '../contract.ts';
import { recordsOfBill } from './bill-records.ts';
import { closeMonths } from './close-months.ts';
import { operatorHandlers } from './operator-handlers.ts';
import { tenantHandlers } from './tenant-handlers.ts';

const CLOSE = 'bills.close';
const DEMO_TOLD_MS = 15_000;

/** What tenants paid and used, month by month. */
export const bills = (world: World): ServerFeature => ({
  name: 'bills',
  isFor: async (tx) => (await accountOf(tx)) !== null,
  menu: [
    {
      key: '/settings/bills',
      name: 'bills.menu',
      system: System.contactCentre,
      section: 'settings',
      order: 92,
      access: 'bills.view',
      icon: 'receipt-text',
    },
  ],
  exports: [recordsOfBill(world)],
  // Once everybody has told the demo's past, its months are closed.
  demo: (tx) => tx.enqueue(CLOSE, {}, { key: CLOSE, afterMs: DEMO_TOLD_MS }),
  // Every hour: somewhere a month has ended a while ago.
  jobs: [{ task: CLOSE, cron: '23 * * * *', waits: true, run: () => closeMonths(world) }],
  routes: [
    ...routes('bills', tenantBillsApi, tenantHandlers(world)),
    ...routes('bills', operatorBillsApi, operatorHandlers(world)),
  ],
});
