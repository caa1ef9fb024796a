import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { CALLERS_TURNED_AWAY } from '../contract.ts';
import { moneyDoor } from './campaign-door.ts';
import { notifyOwners } from './turned-away.ts';

export {
  callMoney,
  markHolds,
  openCallHolds,
  releaseHolds,
  takeHolds,
  type CallHolds,
  type ChargedKind,
  type HoldFor,
} from './call-holds.ts';

export { turnedAway } from './turned-away.ts';

/** What calls cost while they go on, and what stands still without money. */
export const charges = (world: Pick<World, 'db' | 'clock' | 'publicUrl'>): ServerFeature => ({
  name: 'charges',
  routes: [],
  campaignDoors: [moneyDoor(world)],
  subscriptions: { [CALLERS_TURNED_AWAY]: notifyOwners(world) },
});
