import type { FlowHost } from '#core/flow/flow-host.port.ts';
import { writtenValues } from '#core/flow/values/written-values.ts';
import {
  OUTREACH_REFUSED,
  type FlowOutreach,
  type OutreachRefused,
} from '#features/chat/chat-carriers/server/index.ts';
import type { Speech, VoiceArrival } from '#core/speech/speech.port.ts';
import { FLOW_PUBLISHED, publishedFlow } from '#features/flows/flows/server/index.ts';
import { soundSamples } from '#features/flows/sounds/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { systemTimer } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { flowTalksApi } from '../contract.ts';
import { callTalks } from './call-talks.ts';
import { demoFlowTalks } from './demo.ts';
import { flowForCaller, type FlowMeeting } from './flow-for-caller.ts';
import { openFlowHost } from './flow-host.ts';
import type { FlowShelf } from './flow-shelf.ts';
import { openKeptPrompts, type KeptPrompts } from './kept-prompts.ts';
import { openTalks } from './open-talks.ts';
import { talkHandlers } from './talk-handlers.ts';
import { talkPersonData, talkTimeline } from './talk-person.ts';
import type { Talks } from './talks.ts';
import { talksRepo } from './talks.repo.ts';
import { openVoiceHold } from './voice-hold.ts';

export type { CallHands } from '#core/flow/flow-host.port.ts';
export { openAnswererEar } from './open-answerer-ear.ts';
export { openTalks, type TalksParts } from './open-talks.ts';
export type { PlaysAsk } from './asks.ts';
export type { Talk, TalkAsk, TextTalk, VoiceTalk } from './talk.ts';
export { recordingMessage, type TalkMessage } from './talk-message.ts';
export { talksOfCalls, wordsOfTalk, type CallTalkRow } from './talks-of-calls.ts';
export type { Talks } from './talks.ts';

/** Everything flows need to talk, on calls and in tests. */
export interface FlowTalk {
  talks: Talks;
  /** Lets published flows answer calls. */
  host: FlowHost;
  prompts: KeptPrompts;
  ahead: SpeechAhead;
}

/** Somebody a published flow will talk to, before they are called; `values` are what it is told of them, as written in a list. */
export type AheadOf = FlowMeeting & { values: Readonly<Record<string, string>> };

/** Speaks what a flow says first; `failed` also where no such flow is published. */
export type SpeechAhead = (of: AheadOf) => Promise<'ready' | 'failed'>;

const openSpeechAhead =
  (db: World['db'], talks: Talks, shelf: FlowShelf): SpeechAhead =>
  async (of) => {
    const meeting = await flowForCaller(db, shelf, of);
    if (!meeting) return 'failed';
    const { found, caller, timeZone, language } = meeting;
    const { flow } = found;
    const values = writtenValues(flow, of.values);
    const isSpoken = await talks.speakAhead({ tenantId: of.tenantId, flow, caller, values, language, timeZone });
    return isSpoken ? 'ready' : 'failed';
  };

/** Opens it on the real world. */
export function openFlowTalk(
  world: Pick<World, 'db' | 'clock' | 'log' | 'exchange' | 'files' | 'outside'>,
  speech: Speech & VoiceArrival,
  outreach: FlowOutreach,
): FlowTalk {
  const prompts = openKeptPrompts(world, speech);
  const shelf = { published: publishedFlow };
  const talks = openTalks(world, {
    speech,
    shelf,
    prompts,
    outreach,
    outside: world.outside,
    sounds: { samples: (tenantId, soundId) => soundSamples(world, tenantId, soundId) },
  });
  return {
    talks,
    prompts,
    host: openFlowHost(world.db, talks, shelf, openVoiceHold(speech, world.log, systemTimer)),
    ahead: openSpeechAhead(world.db, talks, shelf),
  };
}

const SPEAK_TASK = 'flow-talks.speak';
type Published = Parameters<KeptPrompts['speak']>[0];

/** Conversations of flows: held, kept and shown. */
export const flowTalks = (
  world: Pick<World, 'db' | 'catalogue'>,
  { talks, prompts }: Pick<FlowTalk, 'talks' | 'prompts'>,
): ServerFeature => ({
  name: 'flow-talks',
  menu: [
    {
      key: '/seating/aiCall',
      name: 'flow-talks.menu',
      system: System.contactCentre,
      section: 'conversation',
      order: 20,
      access: 'flow-talks.view',
      icon: 'bot',
    },
  ],
  // Speaking a whole flow takes a while; other work does not wait for it.
  jobs: [{ task: SPEAK_TASK, waits: true, run: (order: Published) => prompts.speak(order) }],
  subscriptions: {
    [FLOW_PUBLISHED]: ({ tenantId, flowId, version }: Published) =>
      world.db.tenant({ tenantId }, (tx) => tx.enqueue(SPEAK_TASK, { tenantId, flowId, version })),
    async [OUTREACH_REFUSED]({ tenantId, talkId, messageId, why }: OutreachRefused) {
      const how = await world.db.tenant({ tenantId }, (tx) => talksRepo(tx).refuse(talkId, messageId, why));
      // The job is done again a little later.
      if (how === 'notYet') throw new Error('A message was refused before it was stored as sent.');
    },
  },
  demo: demoFlowTalks,
  personData: [talkPersonData],
  timeline: [talkTimeline],
  callTalks: [callTalks(world)],
  routes: routes('flow-talks', flowTalksApi, talkHandlers(world)),
  start: () => talks.start(),
  stop: () => talks.stop(),
});
