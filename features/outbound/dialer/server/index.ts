import { LEDGER_CREDITED } from '#features/money/ledger/contract.ts';
import { wakeDiallers } from '#features/outbound/campaigns/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { dialerApi } from '../contract.ts';
import { boardHandlers } from './board-handlers.ts';
import { customerHandlers } from './customer-handlers.ts';
import type { CampaignEngine } from './engine.ts';
import { demoDialer } from './demo.ts';
import { dialerExports, exportHandlers } from './export-handlers.ts';
import { listHandlers } from './list-handlers.ts';
import { openLiveSockets } from './live-sockets.ts';
import { openLiveWatch } from './live-watch.ts';
import { taskHandlers } from './task-handlers.ts';

export { forecastOfCampaign } from './forecast-of-campaign.ts';
export type { CampaignEngine, FlowCallers, LiveCampaign, LiveLimit } from './engine.ts';
export { openCampaignEngine } from './open-engine.ts';
export { openMachineLoad } from './open-machine-load.ts';

/** Tasks whose customers the dialler calls for people. */
export function dialer(world: World, engine: Pick<CampaignEngine, 'live' | 'onChange'>): ServerFeature {
  const live = openLiveWatch(engine);
  return {
    name: 'dialer',
    menu: [
      {
        key: '/task/dialer',
        name: 'dialer.menu',
        system: System.contactCentre,
        section: 'task',
        order: 31,
        access: 'dialer.view',
        icon: 'phone-outgoing',
      },
    ],
    subscriptions: {
      // Money came: what stood still for want of it goes on.
      [LEDGER_CREDITED]: ({ tenantId }: { tenantId: number }) => world.db.tenant({ tenantId }, wakeDiallers),
    },
    demo: demoDialer,
    exports: dialerExports(world),
    channels: [openLiveSockets(world, live)],
    async stop() {
      live.stop();
    },
    routes: routes(
      'dialer',
      dialerApi,
      {
        ...taskHandlers(world),
        ...customerHandlers(world),
        ...listHandlers(world),
        ...boardHandlers(world, engine),
        ...exportHandlers(world),
      },
      { atHome: ['board'] },
    ),
  };
}
