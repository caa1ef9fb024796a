import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { AgentBoard } from '#features/agent-status/server/index.ts';
import type { QueueDesk } from '#features/agent-groups/server/index.ts';
import type { CallBook } from '#features/call-records/server/index.ts';
import type { CallPlans } from '#features/routes/server/index.ts';

export interface CallDeskParts {
  board: AgentBoard;
  queues: QueueDesk;
  plans: CallPlans;
  book: CallBook;
}

/** Live calls: one driven machine each. */
export const calls = (_world: World, _parts: CallDeskParts): ServerFeature => ({ name: 'calls', routes: [] });
