import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { AgentBoard } from './agent-board.ts';

export type * from './agent-board.ts';

export const openAgentBoard = (_world: World): AgentBoard => undefined as never;

/** What every voice agent is doing. */
export const agentStatus = (_world: World, _board: AgentBoard): ServerFeature => ({ name: 'agent-status', routes: [] });
