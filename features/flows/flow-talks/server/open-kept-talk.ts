import { randomUUID } from 'node:crypto';
import type { FlowOutreach } from '#features/chat/chat-carriers/server/index.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import type { PlaysAsk } from './asks.ts';
import type { CallHands } from './call-hands.ts';
import type { FlowShelf } from './flow-shelf.ts';
import type { Mouth } from './mouth.ts';
import { openAsks } from './open-asks.ts';
import { openTalk } from './open-talk.ts';
import type { OpenTalk, TalkAsk } from './talk.ts';
import type { TalkStores } from './talk-store.ts';
import { openTalkWriter } from './talk-writer.ts';
import type { NewTalkRow } from './talks.repo.ts';

/** What every conversation of a node needs. */
export interface TalkHouse extends Pick<World, 'db' | 'clock' | 'exchange'> {
  stores: TalkStores;
  shelf: FlowShelf;
  outside: OutsideFetch;
  outreach: FlowOutreach | null;
  after: After;
  report(problem: unknown): void;
}

/** How one is held: by whose voice, and on which call, if it is on one. */
export interface TalkMeans {
  mode: 'text' | 'voice';
  mouth: Mouth;
  speech: TenantSpeech;
  hands: CallHands | null;
  /** What answers in place of the world. */
  plays?: PlaysAsk | undefined;
}

/** A conversation that is written down while it goes on, and has the world to ask. */
export function openKeptTalk(house: TalkHouse, wanted: TalkAsk, means: TalkMeans): OpenTalk {
  const { mode, mouth, speech, hands, plays } = means;
  const { clock, exchange, stores } = house;
  const ask = { ...wanted, talkId: wanted.talkId ?? randomUUID() };
  const row = rowOf(ask, { mode, node: exchange.node, startedMs: clock.nowMs() });
  const keep = openTalkWriter({ ...house, store: stores.open(ask.tenantId) }, row);
  const asks = openAsks({ ...house, speech, hands, plays, language: () => talk.current().language }, ask);
  const talk = openTalk(
    {
      ...house,
      mouth,
      asks,
      keep,
      left(afterwards) {
        if (afterwards === 'hangUp') hands?.hangUp();
        if (afterwards === 'broken') (hands?.giveBack ?? hands?.hangUp)?.();
      },
    },
    ask,
  );
  return talk;
}

const rowOf = (
  ask: TalkAsk & { talkId: string },
  held: Pick<NewTalkRow, 'mode' | 'node' | 'startedMs'>,
): NewTalkRow => ({
  talkId: ask.talkId,
  source: ask.source,
  flowId: ask.flowId,
  flowName: ask.flowName,
  flowVersion: ask.flowVersion,
  callId: ask.callId ?? null,
  customerId: ask.caller.customerId,
  number: ask.caller.number,
  ourNumber: ask.called,
  userId: ask.userId ?? null,
  language: ask.language ?? ask.flow.languages[0]!,
  ...held,
});
