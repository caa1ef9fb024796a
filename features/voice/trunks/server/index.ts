import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { openLeases } from '#platform/server/leases/open-lease.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { trunksApi } from '../contract.ts';
import { keepTrunks } from './keep-trunks.ts';
import type { TrunkLines } from './open-trunk-lines.ts';
import { trunkHandlers } from './trunk-handlers.ts';
import { openTrunkSeals } from './trunk-seals.ts';

export { describedLine } from './line-settings.ts';
export { openTrunkLines } from './open-trunk-lines.ts';

/** SIP trunks: connections to carriers that a tenant describes itself. */
export function sipTrunks(world: Pick<World, 'db' | 'clock' | 'log' | 'trunks'>, lines: TrunkLines): ServerFeature {
  const keeper = keepTrunks(world, openLeases(world), lines);
  return {
    name: 'trunks',
    menu: [
      {
        key: '/settings/trunks',
        name: 'trunks.name',
        system: System.contactCentre,
        section: 'settings',
        order: 25,
        access: 'trunks.view',
        icon: 'cable',
      },
    ],
    routes: routes('trunks', trunksApi, trunkHandlers(world, openTrunkSeals(openTenantSecrets(world.db)))),
    async start() {
      await lines.start();
      await keeper.start();
    },
    async stop() {
      await keeper.stop();
      await lines.stop();
    },
  };
}
