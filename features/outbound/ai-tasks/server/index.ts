import { campaignsOfFlow } from '#features/outbound/campaigns/server/index.ts';
import type { FlowUses } from '#platform/server/contributions.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { aiTasksApi } from '../contract.ts';
import { callEvents, unansweredTalks } from './ai-calls.ts';
import { callHandlers, type AiCallsAtHome } from './call-handlers.ts';
import { conversationHandlers } from './conversation-handlers.ts';
import { customerHandlers } from './customer-handlers.ts';
import { demoAiTask } from './demo.ts';
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
  (await campaignsOfFlow(tx, flowId)).map((row) => ({ kind: 'campaign', ...row }));

/** AI tasks: a flow calls people and talks to them. */
export function aiTasks(world: World, live: AiCallsAtHome): ServerFeature {
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
    callTalks: [unansweredTalks],
    subscriptions: { ...talkEvents(world), ...callEvents(world) },
    demo: demoAiTask(world),
    exports: aiExports(world),
    async stop() {
      stopTelling();
    },
    routes: routes(
      'ai-tasks',
      aiTasksApi,
      {
        ...taskHandlers(world),
        ...listHandlers(world),
        ...customerHandlers(world),
        ...conversationHandlers(world),
        ...callHandlers(world, live),
        ...liveHandlers(world, live.engine),
        ...exportHandlers(world),
        ...templateHandlers(world),
      },
      { atHome: ['live', 'operateCall'] },
    ),
  };
}
