import type { Speech } from '#core/speech/speech.port.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { flowsApi } from '../contract.ts';
import { attrHandlers } from './attr-handlers.ts';
import { caseHandlers } from './case-handlers.ts';
import { demoFlows } from './demo.ts';
import { fileHandlers } from './file-handlers.ts';
import { flowHandlers } from './flow-handlers.ts';
import { playCasesJob } from './play-cases.ts';
import { forgetPromptsJob } from './prompts.ts';
import { openSimulations } from './simulate.ts';
import { simulationHandlers } from './simulation-handlers.ts';
import { versionHandlers } from './version-handlers.ts';

export { knownAttrs } from './attr-handlers.ts';
export { demoOfferFlow } from './demo.ts';
export { flowsNaming } from './flow-uses.ts';
export { CALLER_FIELDS, callerFields, chosenCaller } from './known-caller.ts';
export { flowRows } from './flows.repo.ts';
export { keepPrompt, keptPrompt, promptsOf, type PromptKey } from './prompts.ts';
export { draftOf, FLOW_PUBLISHED, flowVersion, publishedFlow, type PublishedFlow } from './published.ts';

/** Conversations that are designed, kept in versions, and published to callers. */
export function flows(world: Pick<World, 'db' | 'clock' | 'catalogue'>, speech: Speech): ServerFeature {
  const simulations = openSimulations(world, speech);
  return {
    name: 'flows',
    menu: [
      {
        key: '/robot/flows',
        name: 'flows.menu',
        system: System.contactCentre,
        section: 'robot',
        order: 10,
        access: 'flows.view',
        icon: 'route',
      },
    ],
    demo: demoFlows,
    jobs: [forgetPromptsJob(world), playCasesJob(world), simulations.job],
    stop: async () => simulations.stop(),
    routes: routes('flows', flowsApi, {
      ...flowHandlers(world),
      ...versionHandlers(world),
      ...fileHandlers(world),
      ...attrHandlers(world),
      ...caseHandlers(world),
      ...simulationHandlers(world, speech),
    }),
  };
}
