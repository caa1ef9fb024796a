import { typesFor } from '#core/call/choose-routes.ts';
import { campaignDeeds, taskStatusOf } from '#features/outbound/campaigns/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { dialerApi } from '../contract.ts';
import { planOf } from './shown-dialer.ts';

type TaskApi = Pick<
  typeof dialerApi,
  'create' | 'createFrom' | 'appendCustomers' | 'updateStatus' | 'updateInfo' | 'remove'
>;
/** Nobody of ours dials: calls leave by routes that take automatic calls. */
export const ROUTE_TYPES = typesFor.autoDial;

/** How tasks of the dialler are made, changed and moved on. */
export function taskHandlers(world: Pick<World, 'db' | 'files' | 'texts' | 'clock' | 'catalogue'>): Handlers<TaskApi> {
  const deeds = campaignDeeds(world, { kind: 'dialer', routeTypes: ROUTE_TYPES });
  return {
    create: (caller, { settings, ...wish }, file) => deeds.createWithFile(caller, planOf(settings), wish, file),
    createFrom: (caller, { settings, source, draftOf }) => deeds.createFrom(caller, planOf(settings), source, draftOf),
    appendCustomers: (caller, { id, source }) => deeds.append(caller, id, source),
    updateStatus: async (caller, { id, move }) => ({ status: taskStatusOf(await deeds.move(caller, id, move)) }),
    updateInfo: (caller, { id, settings, version }) => deeds.update(caller, id, planOf(settings), version),
    remove: (caller, { id }) => deeds.remove(caller, id),
  };
}
