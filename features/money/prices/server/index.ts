import { accountOf } from '#features/money/ledger/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { pricesApi } from '../contract.ts';
import { demoPriceLists } from './demo.ts';
import { fileHandlers } from './file-handlers.ts';
import { guideExport } from './guide-export.ts';
import { guideHandlers } from './guide-handlers.ts';
import { importHandlers, purgePriceFiles } from './import-handlers.ts';
import { importPrices } from './import-job.ts';
import { listHandlers } from './list-handlers.ts';

export { priceOf, pricesOf, type FoundPrice, type PriceAnswer } from './price-of.ts';

/** What things cost: lists the operator keeps, and what each tenant pays by them. */
export const prices = (world: World): ServerFeature => ({
  name: 'prices',
  isFor: async (tx) => (await accountOf(tx)) !== null,
  menu: [
    {
      key: '/settings/prices',
      name: 'prices.guide.name',
      system: System.contactCentre,
      section: 'settings',
      order: 62,
      access: 'prices.view',
      icon: 'tag',
    },
  ],
  demo: demoPriceLists,
  exports: [guideExport(world)],
  jobs: [importPrices(world), purgePriceFiles(world)],
  routes: routes('prices', pricesApi, {
    ...guideHandlers(world),
    ...listHandlers(world),
    ...importHandlers(world),
    ...fileHandlers(world),
  }),
});
