import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { AgentBoard } from '#features/agent-status/server/index.ts';
import type { QueueDesk } from './queue-desk.ts';

export type * from './queue-desk.ts';

export const openQueueDesk = (_world: World, _board: AgentBoard): QueueDesk => undefined as never;

/** Groups of agents and the callers in line for them. */
export const agentGroups = (_world: World, _queues: QueueDesk, _board: AgentBoard): ServerFeature => ({ name: 'agent-groups', routes: [] });
