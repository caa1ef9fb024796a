import { System } from '#shared/codes/system.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { webhooksApi } from '../contract.ts';
import { deliveriesPersonData } from './deliveries-person.ts';
import { DELIVER_TASK, openDeliveries, type DeliverOrder } from './deliver.ts';
import { forgetOld } from './deliveries.repo.ts';
import { logHandlers } from './log-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { hookSources } from './sources.ts';
import { openFanOut } from './fan-out.ts';

export { sealOldHookSecrets } from './hook-secrets.ts';

const FORGET_AT_ONCE = 10_000;

/** Tells the tenant's own systems what happens here: signed, tried again until they take it, and written down. */
export function webhooks(
  world: Pick<World, 'catalogue' | 'db' | 'clock' | 'outside' | 'allowPrivate' | 'texts'>,
): ServerFeature {
  const deliveries = openDeliveries(world);
  return {
    name: 'webhooks',
    menu: [
      {
        key: '/settings/webhooks',
        name: 'webhooks.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 81,
        access: 'webhooks.view',
        icon: 'webhook',
      },
    ],
    routes: routes('webhooks', webhooksApi, { ...settingsHandlers(world), ...logHandlers(world, deliveries) }),
    personData: [deliveriesPersonData],
    subscriptions: hookSources(world, openFanOut(world)),
    jobs: [
      { task: DELIVER_TASK, waits: true, outgoing: 'kept', run: (order: DeliverOrder) => deliveries.attempt(order) },
      forgetJob(world),
    ],
  };
}

const forgetJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'webhooks.forget',
  cron: '40 3 * * *',
  async run() {
    while (
      (await db.everyTenant('deliveries of all tenants grow old', (tx) =>
        forgetOld(tx, clock.nowMs(), FORGET_AT_ONCE),
      )) === FORGET_AT_ONCE
    );
  },
});
