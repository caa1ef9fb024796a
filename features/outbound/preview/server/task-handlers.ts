import { campaignDeeds, previewStateOf } from '#features/outbound/campaigns/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { previewApi } from '../contract.ts';
import { PREVIEW_ROUTE_TYPES } from './found-task.ts';

type TaskApi = Pick<
  typeof previewApi,
  'create' | 'createFrom' | 'appendCustomers' | 'updateStatus' | 'updateInfo' | 'removeCustomers' | 'remove'
>;

/** How tasks are made, changed and moved on. */
export function taskHandlers(world: Pick<World, 'db' | 'files' | 'texts' | 'clock' | 'catalogue'>): Handlers<TaskApi> {
  const deeds = campaignDeeds(world, { kind: 'preview', routeTypes: PREVIEW_ROUTE_TYPES });
  return {
    create: (caller, { settings, ...wish }, file) => deeds.createWithFile(caller, { settings }, wish, file),
    createFrom: (caller, { settings, source, draftOf }) => deeds.createFrom(caller, { settings }, source, draftOf),
    appendCustomers: (caller, { id, source }) => deeds.append(caller, id, source),
    updateStatus: async (caller, { id, move }) => ({ state: previewStateOf(await deeds.move(caller, id, move)) }),
    updateInfo: (caller, { id, settings, version }) => deeds.update(caller, id, { settings }, version),
    removeCustomers: (caller, { id, customerIds }) => deeds.takeOut(caller, id, customerIds),
    remove: (caller, { id }) => deeds.remove(caller, id),
  };
}
