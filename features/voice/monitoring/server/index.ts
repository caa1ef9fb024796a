import { countStatus } from '../core/status-counts.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { monitoringApi } from '../contract.ts';
import { monitoringExport } from './export.ts';
import { askForOutput } from './export.ts';
import type { Watched } from './monitor-board.ts';
import { openMonitorBoard } from './open-monitor-board.ts';
import { openMonitorSockets } from './monitor-sockets.ts';
import { monitorRepo } from './monitor.repo.ts';

/** What supervisors see: agents, groups and calls as they are. */
export function monitoring(world: World, watched: Watched): ServerFeature {
  const board = openMonitorBoard(world, watched);
  const rows = ({ tenantId, needsMasking }: Caller, zone = 'UTC') => board.read({ tenantId, zone, needsMasking });
  return {
    name: 'monitoring',
    exports: [monitoringExport(world)],
    menu: [
      {
        key: '/seating/seatStatus',
        name: 'monitoring.menu',
        system: System.contactCentre,
        section: 'seating',
        order: 5,
        access: 'monitoring.view',
        icon: 'headset',
      },
    ],
    channels: [openMonitorSockets(board)],
    start: async () => board.start(),
    stop: async () => board.stop(),
    routes: routes(
      'monitoring',
      monitoringApi,
      {
        status: async (caller) => countStatus((await rows(caller)).agents),
        agent: async (caller) => ({ list: (await rows(caller)).agents }),
        agentGroup: async (caller, { zone }) => ({ list: (await rows(caller, zone)).groups }),
        call: async (caller) => ({ list: (await rows(caller)).calls }),
        output: async (caller, wish) => ({
          id: await askForOutput(world, caller, wish, await rows(caller, wish.zone)),
        }),
        wall: (caller) => world.db.tenant(caller, (tx) => monitorRepo(tx).wall()),
        saveWall: (caller, wall) =>
          world.db.tenant(caller, async (tx) => {
            const repo = monitorRepo(tx);
            const before = await repo.wall();
            const after = await repo.saveWall(wall);
            caller.operation.note('wall', { before, after });
            tx.afterCommit(() => board.touch(tx.tenantId));
            return after;
          }),
      },
      { atHome: 'all' },
    ),
  };
}
