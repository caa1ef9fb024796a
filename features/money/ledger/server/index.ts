import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { ledgerApi } from '../contract.ts';
import { accountOf } from './accounts.ts';
import { demoLedger } from './demo.ts';
import { entriesExport, ledgerHandlers } from './handlers.ts';
import { compareBooks, sweepHolds, notifyLowBalance } from './upkeep.ts';

export {
  accountOf,
  availableE4,
  currencyOf,
  currencyText,
  everyAccount,
  openAccount,
  setCredit,
  type MoneyAccount,
} from './accounts.ts';
export { bookPast, currencyOfDemo } from './demo.ts';
export { entriesPage, writeEntries } from './handlers.ts';
export { holdAnswered, holdEnded, holdMore, releaseHold, takeHold, type HoldWish } from './holds.ts';
export { lastEntryBooked, openAccounts } from './open-accounts.ts';
export { moneyOf, type Posted, type Posting } from './money-of.ts';

/** The book of what tenants have paid and used; only for those whose money is counted. */
export const ledger = (
  world: Pick<World, 'db' | 'clock' | 'log' | 'metrics' | 'texts' | 'publicUrl'>,
): ServerFeature => ({
  name: 'ledger',
  demo: demoLedger,
  isFor: async (tx) => (await accountOf(tx)) !== null,
  menu: [
    {
      key: '/settings/balance',
      name: 'ledger.menu',
      system: System.contactCentre,
      section: 'settings',
      order: 61,
      access: 'ledger.view',
      icon: 'wallet',
    },
  ],
  exports: [entriesExport(world)],
  jobs: [sweepHolds(world), compareBooks(world), notifyLowBalance(world)],
  routes: routes('ledger', ledgerApi, ledgerHandlers(world)),
});
