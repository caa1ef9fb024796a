import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { trunksApi } from '../contract.ts';
import type { LentLines } from './lent-lines.ts';
import type { TrunkLines } from './trunk-lines.ts';
import { trunkHandlers } from './trunk-handlers.ts';
import { openTrunkSeals } from './trunk-seals.ts';

export { describedLine } from './line-settings.ts';
export { loanTerms, setLoanTerms } from './loans.repo.ts';
export { openLentLines } from './open-lent-lines.ts';
export { openTrunkLines } from './open-trunk-lines.ts';
export type { TrunkLines } from './trunk-lines.ts';
export { trunksDown } from './sip-trunks.repo.ts';
export { openTrunkWays, type TrunkWays } from './trunk-ways.ts';

/** SIP trunks: connections to carriers that a tenant describes itself. */
export function sipTrunks(
  world: Pick<World, 'db' | 'clock' | 'log' | 'trunks'>,
  lines: TrunkLines,
  lent: LentLines,
): ServerFeature {
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
      await lent.start();
    },
    async stop() {
      await Promise.all([lines.stop(), lent.stop()]);
    },
  };
}
