import { routes, type Route } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { agentStatusApi } from '../contract.ts';
import type { LiveBoard } from './agent-board.ts';
import { colleagueStatusHandlers } from './colleague-status.ts';
import { ownStatusHandlers, type BeforeDone } from './own-status.ts';

type StatusWorld = Pick<World, 'db' | 'sessions' | 'telephony' | 'exchange' | 'clock' | 'publicUrl'>;

/** What agents, supervisors and pages ask of the board over HTTP. */
export const statusRoutes = (world: StatusWorld, board: LiveBoard, beforeDone?: BeforeDone): Route[] =>
  routes(
    'agent-status',
    agentStatusApi,
    { ...ownStatusHandlers(world, board, beforeDone), ...colleagueStatusHandlers(world, board) },
    { atHome: 'all' },
  );
