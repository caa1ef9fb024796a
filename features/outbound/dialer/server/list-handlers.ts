import { groupName } from '#features/team/agent-groups/server/index.ts';
import { namedRoutes } from '#features/voice/call-routes/server/index.ts';
import { scriptName } from '#features/voice/call-scripts/server/index.ts';
import {
  campaignsRepo,
  campaignWorkers,
  draftOrigin,
  findCampaign,
  statesOfTask,
  taskStatusOf,
} from '#features/outbound/campaigns/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import type { dialerApi } from '../contract.ts';
import { settingsOf, shownTask } from './shown-dialer.ts';
import { ROUTE_TYPES } from './task-handlers.ts';

type ListApi = Pick<typeof dialerApi, 'page' | 'detail' | 'choices'>;

/** Tasks as lists and their own pages show them. */
export function listHandlers({ db }: Pick<World, 'db'>): Handlers<ListApi> {
  return {
    page: (caller, { page, size, name, status }) =>
      db.tenant(caller, async (tx) => {
        const repo = campaignsRepo(tx);
        const search = {
          kind: 'dialer',
          name,
          states: status === undefined ? undefined : statesOfTask(status),
        } as const;
        const counted = await repo.countByState('dialer');
        return {
          list: (await repo.page(search, { page, size })).map(shownTask),
          total: await repo.total(search),
          statuses: TaskStatus.rows.map(({ code }) => ({
            status: code,
            tasks: counted
              .filter(({ state }) => taskStatusOf(state) === code)
              .reduce((sum, { count }) => sum + count, 0),
          })),
        };
      }),
    detail: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, 'dialer', id);
        const { groupId, scriptId, routerId, version } = task;
        const workers = await campaignWorkers(tx).workers(id);
        const routes = routerId === null ? [] : await namedRoutes(tx, ROUTE_TYPES);
        return {
          ...settingsOf(task),
          ...shownTask(task),
          draftOf: await draftOrigin(tx, task),
          version,
          groupName: groupId === null ? '' : await groupName(tx, groupId),
          scriptName: scriptId === null ? '' : await scriptName(tx, scriptId),
          routeName: routes.find((route) => route.id === routerId)?.name ?? '',
          agents: workers.map(({ agentId, name }) => ({ id: agentId, name })),
        };
      }),
    choices: (caller) =>
      db.tenant(caller, async (tx) => ({
        routes: await namedRoutes(tx, ROUTE_TYPES),
        hasRoutes:
          (
            await namedRoutes(
              tx,
              RouteType.rows.map(({ code }) => code),
            )
          ).length > 0,
      })),
  };
}
