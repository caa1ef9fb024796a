import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { moneyDoor } from './campaign-door.ts';

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

/** What calls cost while they go on, and what stands still without money. */
export const charges = (world: Pick<World, 'db' | 'clock'>): ServerFeature => ({
  name: 'charges',
  routes: [],
  campaignDoors: [moneyDoor(world)],
});
