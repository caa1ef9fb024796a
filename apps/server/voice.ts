import { whatsappCloud } from '#adapters/whatsapp-cloud/whatsapp-cloud.ts';
import { agentGroups, openQueueDesk } from '#features/agent-groups/server/index.ts';
import { agentStatus, openAgentBoard } from '#features/agent-status/server/index.ts';
import { agents } from '#features/agents/server/index.ts';
import { callLabels, labelBeforeDone } from '#features/call-labels/server/index.ts';
import { callLimits } from '#features/call-limits/server/index.ts';
import { callRecords, openCallBook } from '#features/call-records/server/index.ts';
import { calls, openCallDesk } from '#features/calls/server/index.ts';
import { openFlowOutreach } from '#features/chat-carriers/server/index.ts';
import { callPasses } from '#features/chat-channels/server/index.ts';
import { dashboard } from '#features/dashboard/server/index.ts';
import { didNumbers } from '#features/did-numbers/server/index.ts';
import { equipmentCheck } from '#features/equipment-check/server/index.ts';
import { allocationFor, flowAllocation } from '#features/flow-allocation/server/index.ts';
import { flowTalks, openFlowTalk } from '#features/flow-talks/server/index.ts';
import { flowTest } from '#features/flow-test/server/index.ts';
import { flows } from '#features/flows/server/index.ts';
import { lineCheck } from '#features/line-check/server/index.ts';
import { monitoring } from '#features/monitoring/server/index.ts';
import { rehearsal } from '#features/rehearsal/server/index.ts';
import { callRoutes, openCallPlans } from '#features/routes/server/index.ts';
import { scripts } from '#features/scripts/server/index.ts';
import { sounds } from '#features/sounds/server/index.ts';
import { openSpeech, speech } from '#features/speech/server/index.ts';
import { voicemails } from '#features/voicemails/server/index.ts';
import { workbench } from '#features/workbench/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** The capabilities of voice share five living things; their arguments are the wiring diagram. Started in this order, stopped backwards. */
export function voiceFeatures(world: World): ServerFeature[] {
  const board = openAgentBoard(world);
  const queues = openQueueDesk(world, board);
  const plans = openCallPlans(world, callPasses(world.db), allocationFor);
  const book = openCallBook(world);
  const voices = openSpeech(world, world.embeddedSpeech);
  const outreach = openFlowOutreach(world, [whatsappCloud(world)]);
  const flow = openFlowTalk(world, voices, outreach);
  const parts = { board, queues, plans, book, flows: flow.host };
  const desk = openCallDesk(world, parts);
  return [
    agents(world),
    agentStatus(world, board, labelBeforeDone(world.db)),
    agentGroups(world, queues, board),
    callLimits(world),
    didNumbers(world),
    sounds(world, async (tenantId, language, channel) =>
      (await voices.of(tenantId, undefined, { voice: channel })).voice(language),
    ),
    speech(world, world.embeddedSpeech),
    flows(world, voices),
    flowAllocation(world),
    callRoutes(world, plans),
    callRecords(world, book),
    voicemails(world),
    // Calls end before what talks on them.
    flowTalks(world, flow),
    calls(world, parts, desk),
    monitoring(world, { board, queues, desk }),
    callLabels(world, board),
    scripts(world, book),
    workbench(),
    rehearsal(world),
    lineCheck(world, board),
    equipmentCheck(world),
    dashboard(world),
    flowTest(world, flow.talks, voices),
  ];
}
