import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { customersApi } from '../contract.ts';
import { batchHandlers } from './batch-handlers.ts';
import { batchJob } from './batches.ts';
import { callBotHandlers } from './call-bot-handlers.ts';
import { callerChoiceHandlers } from './caller-choice.ts';
import { callSubscriptions, doNotCall } from './calls.ts';
import { customerFinder } from './customer-finder.ts';
import { demoCustomerBook } from './demo.ts';
import { editHandlers } from './edit-handlers.ts';
import { eraseHandlers } from './erase.ts';
import { foldJob } from './fold-job.ts';
import { historyHandlers } from './history-handlers.ts';
import { listHandlers } from './list-handlers.ts';
import { customersPersonData } from './person-data.ts';
import { personExport } from './person-export.ts';
import { purgeJob } from './purge.ts';
import { openReadingWatch, READ_MANY } from './reading-watch.ts';
import { searchFor } from './search-for.ts';
import { changeTimeline } from './timeline.ts';
import { openCustomerReach } from './within-reach.ts';

export { keptNumber as normalisePhone } from '#core/customer/phone-number.ts';
export { customersByNumber, type CustomerByNumber } from './by-number.ts';
export { callablePeople, customerOwners, foundPeople, type CallablePerson } from './callable-people.ts';
export { clearField } from './clear-field.ts';
export { compileConditions } from './compile-conditions.ts';
export { compileSearch, type SearchWorld } from './compile-search.ts';
export { customerRows } from './customer-rows.ts';
export type { Author } from './customer-changes.repo.ts';
export { customersRepo, type CustomerRow, type CustomerValues, type NewCustomer } from './customers.repo.ts';
export { lockImports } from './number-locks.ts';
export { tieDemoCalls } from './demo-calls.ts';
export { addImported, changeImported, takeBackImported } from './imported-customers.ts';
export { countIds, searchIds } from './find-customers.ts';
export { searchFor, type ReadSearch, type Searcher } from './search-for.ts';
export { HIDDEN, maskedField, shownCustomers, type CustomerViewer } from './shown-customer.ts';
export { taggedCustomers } from './tagged-customers.ts';
export { readTenantFields, type TenantFields } from './tenant-fields.ts';
export { writeCustomers, type CustomerWrites } from './write-customers.ts';

/** People and companies the tenant deals with. */
export function customers(
  world: Pick<World, 'db' | 'clock' | 'texts' | 'files' | 'catalogue'>,
  book: Pick<CallBook, 'isLasting'>,
): ServerFeature {
  const { db, clock, catalogue } = world;
  const watch = openReadingWatch(db, clock);
  const words = phoneWords(openTenantSecrets(db));
  return {
    name: 'customers',
    menu: [
      {
        key: '/customers',
        name: 'customers.menu',
        system: System.contactCentre,
        order: 25,
        access: 'customers.use',
        icon: 'users-round',
      },
    ],
    demo: demoCustomerBook,
    personData: [customersPersonData],
    timeline: [changeTimeline],
    customerReach: [openCustomerReach(catalogue)],
    blacklist: [doNotCall],
    exports: [personExport(world)],
    finders: [customerFinder(world, words, watch)],
    jobs: [
      purgeJob(world),
      foldJob(world),
      batchJob(db, (tx, userId, search, needsMasking) =>
        searchFor(tx, { tenantId: tx.tenantId, userId, needsMasking }, search, {
          words,
          savedFilters: catalogue.savedFilters,
          nowMs: clock.nowMs(),
        }),
      ),
    ],
    subscriptions: callSubscriptions(db),
    routes: routes('customers', customersApi, {
      ...listHandlers(world, words, { book, watch }),
      ...editHandlers(world, words),
      ...batchHandlers(world, words),
      ...historyHandlers(world, words, watch),
      ...eraseHandlers(world),
      ...callBotHandlers(world),
      ...callerChoiceHandlers(world),
    }),
    async start() {
      catalogue.operations.find(({ module }) => module === 'customers')?.actions.push(READ_MANY);
    },
  };
}
