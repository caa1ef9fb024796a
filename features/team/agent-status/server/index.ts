import { sql } from 'kysely';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { LiveBoard } from './agent-board.ts';
import { openAgentSockets } from './open-agent-sockets.ts';
import type { BeforeDone } from './own-status.ts';
import { statusRoutes } from './status-routes.ts';

export type * from './agent-board.ts';
export { agentNow } from './agent-now.ts';
export { addDemoStatuses, agentsWithoutStatus } from './demo.ts';
export { openAgentBoard } from './open-agent-board.ts';

/** What others may know of calls as they were last written down: a subquery to join, one row an agent. */
export const agentCalls = sql`(select tenant_id, user_id, call_at, case when wrap_up_call_id is not null then wrap_up_until end wrap_up_until from agent_state)`;

const TICK_MS = 1_000;

/** What every voice agent is doing. */
export function agentStatus(world: World, board: LiveBoard, beforeDone?: BeforeDone): ServerFeature {
  const sockets = openAgentSockets(world, board);
  let timer: NodeJS.Timeout | undefined;

  return {
    name: 'agent-status',
    routes: statusRoutes(world, board, beforeDone),
    channels: [sockets.served],
    async start() {
      await board.start();
      timer = setInterval(() => {
        board.tick();
        sockets.tick();
      }, TICK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      sockets.stop();
      await board.stop();
    },
  };
}
