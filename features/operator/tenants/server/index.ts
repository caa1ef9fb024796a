import { accountsOfTenant } from '#features/team/agents/server/index.ts';
import { MEMBER_JOINED } from '#features/team/account/contract.ts';
import { CALL_ENDED, CALL_STARTED } from '#features/voice/call-records/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { InactiveTenants } from '#platform/server/tenant-state.ts';
import { tenantsApi } from '../contract.ts';
import { openCallNews } from './call-news.ts';
import { countSoon, usageJob } from './count-usage.ts';
import { deletionJob, TENANT_DELETED } from './delete-tenant.ts';
import { helpHandlers } from './help-handlers.ts';
import { houseHandlers } from './house-handlers.ts';
import { moneyHandlers } from './money-handlers.ts';
import { exportJob, expiryJob } from './tenant-export.ts';
import { deedHandlers, lookHandlers, type TenantsWorld } from './tenant-handlers.ts';

export { countSoon } from './count-usage.ts';
export { deleteDue } from './delete-tenant.ts';
export { entriesOf, isExportKept } from './tenant-export.ts';

/** What lives in this process and ends when a tenant stands still. */
export interface LivingParts {
  inactive: InactiveTenants;
  /** Ends every call of a tenant at once. */
  endCalls(tenantId: number): void;
}

/** The tenants of an installation, for those who run it. */
export function tenants(world: TenantsWorld, { inactive, endCalls }: LivingParts): ServerFeature {
  const { db, telephony, log, catalogue } = world;
  const calls = openCallNews(world);
  let stopListening = (): void => {};

  /** Every process does it for what it has: the desk of a tenant lives in one, its phones may be at any. */
  async function fallSilent(tenantId: number): Promise<void> {
    endCalls(tenantId);
    for (const account of await accountsOfTenant(db, tenantId)) await telephony.forget(account);
  }

  return {
    name: 'tenants',
    // Who comes first to a new team is seen at once.
    subscriptions: {
      [MEMBER_JOINED]: () => db.everyTenant('a tenant has a member more', countSoon),
    },
    hints: { [CALL_STARTED]: calls.changed, [CALL_ENDED]: calls.changed },
    jobs: [usageJob(world), exportJob(world), expiryJob(world), deletionJob(world)],
    async start() {
      catalogue.operations.find(({ module }) => module === 'tenants')?.actions.push(TENANT_DELETED);
      stopListening = inactive.onStopped((tenantId) => {
        fallSilent(tenantId).catch((problem: unknown) =>
          log.error({ err: problem, tenantId }, 'phones of a suspended tenant could not be silenced'),
        );
      });
      await inactive.start();
    },
    async stop() {
      stopListening();
      await calls.stop();
      inactive.stop();
    },
    routes: routes('tenants', tenantsApi, {
      ...lookHandlers(world),
      ...deedHandlers(world, inactive),
      ...moneyHandlers(world),
      ...helpHandlers(world),
      ...houseHandlers(world),
    }),
  };
}
