import { campaignDeeds, taskStatusOf, type CampaignMove } from '#features/outbound/campaigns/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { z } from 'zod';
import { RouteType } from '#shared/codes/route-type.ts';
import type { aiTasksApi } from '../contract.ts';
import { assertFlow } from './flow-attributes.ts';
import { planOf } from './shown-ai.ts';

type TaskApi = Pick<
  typeof aiTasksApi,
  'create' | 'createFrom' | 'appendCustomers' | 'edit' | 'updateStatus' | 'remove' | 'removeCustomers'
>;

/** Nobody of ours dials: calls leave by routes for automatic calls. */
export const ROUTE_TYPES = [RouteType.autoDial];

/** How AI tasks are made, changed and moved on. */
export function taskHandlers(world: Pick<World, 'db' | 'files' | 'texts' | 'clock' | 'catalogue'>): Handlers<TaskApi> {
  const deeds = campaignDeeds(world, { kind: 'ai', routeTypes: ROUTE_TYPES, assertDialling: assertFlow });

  return {
    create: (caller, { settings, ...wish }, file) => deeds.createWithFile(caller, planOf(settings), wish, file),
    createFrom: (caller, { settings, source, draftOf }) => deeds.createFrom(caller, planOf(settings), source, draftOf),
    appendCustomers: (caller, { id, source }) => deeds.append(caller, id, source),
    edit: (caller, { id, settings, version }) => deeds.update(caller, id, planOf(settings), version),
    updateStatus: async (caller, { id, move }) => ({
      status: taskStatusOf(await deeds.move(caller, id, ...movesOf[move])),
    }),
    remove: (caller, { id }) => deeds.remove(caller, id),
    removeCustomers: (caller, { id, customerIds }) => deeds.takeOut(caller, id, customerIds),
  };
}

const movesOf: Record<z.output<typeof aiTasksApi.updateStatus.input>['move'], readonly CampaignMove[]> = {
  // It waits for its time, or for somebody, as its start type says.
  launch: ['launch'],
  // One that was not launched yet is by being started.
  start: ['launch', 'start'],
  resume: ['start'],
  pause: ['pause'],
  stop: ['complete'],
  reopen: ['reopen'],
};
