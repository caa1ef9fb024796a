import { randomUUID } from 'node:crypto';
import { whatsappCloud } from '#adapters/whatsapp-cloud/whatsapp-cloud.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import { openCallHolds } from '#features/money/charges/server/index.ts';
import { openCampaignEngine, openMachineLoad, type CampaignEngine } from '#features/outbound/dialer/server/index.ts';
import {
  agentGroups,
  memberSkills,
  openQueueDesk,
  type LiveQueueDesk,
  regroupMembers,
  setGroupsOfMember,
  setSkillsOfMember,
} from '#features/team/agent-groups/server/index.ts';
import { agentCalls, agentStatus, type LiveBoard } from '#features/team/agent-status/server/index.ts';
import { agents } from '#features/team/agents/server/index.ts';
import { callLabels, labelBeforeDone } from '#features/voice/call-labels/server/index.ts';
import { callLimits } from '#features/voice/call-limits/server/index.ts';
import { customers, tieDemoCalls } from '#features/customers/customers/server/index.ts';
import { callRecords, callsOfPerson, openCallBook } from '#features/voice/call-records/server/index.ts';
import { calls, openCallDesk, type CallDesk } from '#features/voice/calls/server/index.ts';
import { openFlowOutreach } from '#features/chat/chat-carriers/server/index.ts';
import { callPasses } from '#features/chat/chat-channels/server/index.ts';
import { dashboard } from '#features/voice/dashboard/server/index.ts';
import { didNumbers } from '#features/voice/did-numbers/server/index.ts';
import { externalNumbers } from '#features/voice/external-numbers/server/index.ts';
import { allocationFor, flowAllocation } from '#features/flows/flow-allocation/server/index.ts';
import { flowTalks, openAnswererEar, openFlowTalk, type Talks } from '#features/flows/flow-talks/server/index.ts';
import { flowTest } from '#features/flows/flow-test/server/index.ts';
import { flows } from '#features/flows/flows/server/index.ts';
import { flowCallers } from '#features/outbound/ai-tasks/server/index.ts';
import { monitoring } from '#features/voice/monitoring/server/index.ts';
import { rehearsal } from '#features/voice/rehearsal/server/index.ts';
import {
  callRoutes,
  closeAttempts,
  limitUse,
  openCallPlans,
  roomOnLines,
} from '#features/voice/call-routes/server/index.ts';
import { callScripts } from '#features/voice/call-scripts/server/index.ts';
import { equipmentCheck, lineCheck } from '#features/voice/self-test/server/index.ts';
import { openLentLines, openTrunkLines, sipTrunks, type TrunkLines } from '#features/voice/trunks/server/index.ts';
import {
  openSpokenTexts,
  openTeamSounds,
  soundNames,
  sounds,
  type VoiceOf,
} from '#features/flows/sounds/server/index.ts';
import { openEmbeddedWatch, openSpeech, speech } from '#features/flows/speech/server/index.ts';
import { voicemails } from '#features/voice/voicemails/server/index.ts';
import { workbench } from '#features/voice/workbench/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { fencedDb, type Dwellers, type Homes } from '#platform/server/homes/homes.ts';
import { systemTimer } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';

/** The capabilities of voice, who dials for campaigns, and the conversations of flows. */
export interface OpenVoice {
  features: ServerFeature[];
  engine: CampaignEngine;
  talks: Talks;
  desk: CallDesk;
}

/** The capabilities of voice share six living things; their arguments are the wiring diagram. Started in this order, stopped backwards. */
export function openVoice(
  world: World,
  board: LiveBoard,
  homes: Homes,
  isDraining: () => boolean = () => false,
): OpenVoice {
  const db = fencedDb(world.db, homes);
  const queues = openQueueDesk({ ...world, db }, board);
  const plans = openCallPlans(world, callPasses(world.db), allocationFor);
  const book = openCallBook(world, db);
  // Elsewhere the book may always be a moment behind.
  const readBook = {
    isLasting: (tenantId: number, callId: string) => !homes.isHere(tenantId) || book.isLasting(tenantId, callId),
  };
  const kit = openEmbeddedWatch(world, world.embeddedSpeech);
  const voices = openSpeech(world, world.embeddedSpeech, kit.want);
  const outreach = openFlowOutreach(world, [whatsappCloud(world)]);
  const flow = openFlowTalk(world, voices, outreach);
  const atHome = async (tenantId: number): Promise<boolean> => (await homes.find(tenantId)).at === 'here';
  const ear = openAnswererEar({
    detector: world.embeddedSpeech.detector,
    recognizer: world.embeddedSpeech.recognizer,
    report: (problem) => world.log.warn({ err: problem }, 'who took a call could not be heard'),
  });
  const holds = openCallHolds(db, world.clock.nowMs);
  const voiceOf: VoiceOf = async (tenantId, language, channel) =>
    (await voices.of(tenantId, undefined, { voice: channel })).voice(language);
  const parts = {
    board,
    queues,
    plans,
    book,
    atHome,
    isDraining,
    flows: flow.host,
    ear,
    teamSound: openTeamSounds(world),
    spokenText: openSpokenTexts(voiceOf),
    holds,
  };
  const desk = openCallDesk(world, parts);
  const lines = openTrunkLines({ ...world, db }, homes);
  const machine = { ...openMachineLoad(), isLeaving: isDraining };
  const engine = openCampaignEngine(
    {
      ...world,
      db,
      after: systemTimer,
      desk: desk.campaigns,
      plans,
      board,
      queues,
      room: (tx, ask) => roomOnLines(world, tx, ask),
      doors: () => world.catalogue.campaignDoors,
      flows: flowCallers(flow.ahead),
      machine,
      newCallId: randomUUID,
    },
    homes,
  );
  homes.settle(deskOf({ db, telephony: world.telephony, board, queues, desk, talks: flow.talks, lines, engine }));
  const features = [
    agents(world, {
      calls: agentCalls,
      skills: memberSkills,
      setGroups: setGroupsOfMember,
      regroup: regroupMembers,
      setSkills: setSkillsOfMember,
      requestExport,
    }),
    agentStatus(world, board, labelBeforeDone(world.db)),
    agentGroups(world, queues, board),
    callLimits(world, limitUse),
    didNumbers(world, soundNames),
    sounds(world, voiceOf, (language) =>
      world.embeddedSpeech.voice.can.languages.includes(language) ? kit.state() : { at: 'ready' },
    ),
    speech(world, world.embeddedSpeech, kit),
    flows(world, voices),
    flowAllocation(world),
    callRoutes(world, plans),
    sipTrunks(world, lines, openLentLines(world, homes.leases)),
    externalNumbers(world, plans, async (tenantId, language) => (await voices.of(tenantId)).voice(language)),
    callRecords(world, { ...book, ...readBook }, tieDemoCalls),
    voicemails(world),
    customers(world, readBook),
    // Calls end before what talks on them.
    flowTalks(world, flow),
    dialledCalls(calls(world, parts, desk), engine, machine),
    monitoring(world, { board, queues, desk }),
    callLabels(world, board),
    callScripts(world, readBook, callsOfPerson),
    workbench(),
    rehearsal(world, desk),
    lineCheck(world, board),
    equipmentCheck(world),
    dashboard(world),
    flowTest(world, flow.talks, voices, { queues, board, plans }),
  ];
  return { features, engine, talks: flow.talks, desk };
}

/** Campaigns dial nobody any more before their calls end, and know of every end before they are gone. */
const dialledCalls = (phones: ServerFeature, engine: CampaignEngine, machine: { stop(): void }): ServerFeature => ({
  ...phones,
  async start(pages) {
    await phones.start?.(pages);
    await engine.start();
  },
  async stop() {
    engine.close();
    await phones.stop?.();
    await engine.stop();
    machine.stop();
  },
});

interface DeskParts {
  /** Fenced. */
  db: Db;
  telephony: Pick<World['telephony'], 'serve' | 'release'>;
  board: LiveBoard;
  queues: LiveQueueDesk;
  desk: CallDesk;
  talks: Talks;
  lines: TrunkLines;
  engine: CampaignEngine;
}

/**
 * The desk of a tenant is its calls, its board, its line and its trunks: what lives at the exchange first, which calls died and which go
 * on, then who is there, then who waits for them; carriers may call when all of it stands, and campaigns call. Then what went on goes on here.
 */
function deskOf({ db, telephony, board, queues, desk, talks, lines, engine }: DeskParts): Dwellers {
  return {
    async moveIn(tenantId) {
      await telephony.serve(tenantId);
      await desk.moveIn(tenantId);
      const goingOn = desk.goingOn(tenantId);
      await db.tenant({ tenantId }, (tx) => closeAttempts(tx, goingOn.dials));
      await talks.moveIn(tenantId);
      await board.moveIn(tenantId, goingOn.agents);
      await queues.moveIn(tenantId, goingOn);
      await lines.moveIn(tenantId);
      await engine.moveIn(tenantId, goingOn.campaigns);
      await desk.takeUp(tenantId);
    },
    async moveOut(tenantId) {
      await engine.moveOut(tenantId);
      await desk.moveOut(tenantId);
      await lines.moveOut(tenantId);
      await queues.moveOut(tenantId);
      await board.moveOut(tenantId);
      telephony.release(tenantId);
    },
    isBusy: desk.isBusy,
    writeDown: desk.writeDown,
    leftBehind: async () =>
      (
        await Promise.all([
          desk.leftBehind(),
          board.leftBehind(),
          queues.leftBehind(),
          lines.leftBehind(),
          engine.leftBehind(),
        ])
      ).flat(),
  };
}
