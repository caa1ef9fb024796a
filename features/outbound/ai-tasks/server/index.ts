import { campaignsRepo } from '#features/outbound/campaigns/server/index.ts';
import type { FlowUses } from '#platform/server/contributions.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { aiTasksApi } from '../contract.ts';
import { callHandlers, type LiveCalls } from './call-handlers.ts';
import { conversationHandlers } from './conversation-handlers.ts';
import { customerHandlers } from './customer-handlers.ts';
import { aiExports, exportHandlers } from './export-handlers.ts';
import { talkEvents } from './flow-callers.ts';
import { listHandlers } from './list-handlers.ts';
import { liveHandlers } from './live-handlers.ts';
import { openLivePushes } from './live-pushes.ts';
import { taskHandlers } from './task-handlers.ts';
import { templateHandlers } from './template.ts';

export { flowCallers } from './flow-callers.ts';

/** A flow that a task talks with stays. */
const flowUses: FlowUses = async (tx, flowId) =>
  (await campaignsRepo(tx).ofFlow(flowId)).map((row) => ({ kind: 'campaign', ...row }));

/** AI tasks: a flow calls people and talks to them. */
export function aiTasks(world: World, live: LiveCalls): ServerFeature {
  const wake = (tenantId: number): void => live.engine.wake(tenantId);
  const stopTelling = openLivePushes(world.db, live.engine);
  return {
    name: 'ai-tasks',
    menu: [
      {
        key: '/task/ai',
        name: 'ai-tasks.menu',
        system: System.contactCentre,
        section: 'task',
        order: 20,
        access: 'ai-tasks.view',
        icon: 'bot',
      },
    ],
    flowUses: [flowUses],
    subscriptions: talkEvents(world),
    exports: aiExports(world),
    async stop() {
      stopTelling();
    },
    routes: routes(
      'ai-tasks',
      aiTasksApi,
      {
        ...taskHandlers(world, wake),
        ...listHandlers(world),
        ...customerHandlers(world, wake),
        ...conversationHandlers(world),
        ...callHandlers(world, live),
        ...liveHandlers(world, live.engine),
        ...exportHandlers(world),
        ...templateHandlers(world),
      },
      // The engine is woken, and conversations are handed on, where they live.
      { atHome: ['live', 'operateCall', 'operateCustomers', 'updateStatus', 'edit'] },
    ),
  };
}
