import { randomUUID } from 'node:crypto';
import type { FlowOutreach } from '#features/chat/chat-carriers/server/index.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { Speech } from '#core/speech/speech.port.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { World } from '#platform/server/world.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import type { CallHands } from './call-hands.ts';
import type { FlowShelf } from './flow-shelf.ts';
import type { KeptPrompts } from './kept-prompts.ts';
import type { Mouth } from './mouth.ts';
import { openPromptCache } from './prompt-cache.ts';
import { openAsks } from './open-asks.ts';
import { openTalk, type OpenTalk } from './open-talk.ts';
import type { TalkAsk, TextTalk, VoiceTalk } from './talk.ts';
import { openTalkWriter } from './talk-writer.ts';
import { openTextMouth } from './text-mouth.ts';
import type { Talks } from './talks.ts';
import { closeLeftTalks } from './talks.repo.ts';
import { openVoiceMouth, type SoundShelf } from './voice-mouth.ts';

export interface TalksParts {
  speech: Speech;
  shelf: FlowShelf;
  sounds: SoundShelf;
  outside: OutsideFetch;
  prompts?: Pick<KeptPrompts, 'find'>;
  /** Without it nothing can be sent by WhatsApp. */
  outreach?: FlowOutreach;
  after?: After;
}

const STOP_MS = 5_000;

/** Keeps one driven flow per conversation, and what it needs to talk. */
export function openTalks(
  { db, clock, log, exchange }: Pick<World, 'db' | 'clock' | 'log' | 'exchange'>,
  { speech, shelf, sounds, outside, prompts, outreach, after = systemTimer }: TalksParts,
): Talks {
  /** By tenant and name: two tenants may choose the same. */
  const live = new Map<string, OpenTalk>();
  const keyOf = (tenantId: number, talkId: string): string => `${tenantId} ${talkId}`;
  const cache = openPromptCache();

  function report(problem: unknown): void {
    if (isUnavailable(problem)) log.warn('a conversation went on without the database');
    else log.error({ err: problem }, 'a conversation failed');
  }

  async function open(
    wanted: TalkAsk,
    mode: 'text' | 'voice',
    mouth: Mouth,
    tenantSpeech: Awaited<ReturnType<Speech['of']>>,
    hands: CallHands | null,
  ): Promise<OpenTalk> {
    const ask = { ...wanted, talkId: wanted.talkId ?? randomUUID() };
    const {
      talkId,
      tenantId,
      source,
      flowId,
      flowName,
      flowVersion,
      callId = null,
      caller,
      called,
      userId = null,
      flow,
      language,
    } = ask;
    const keep = openTalkWriter({ db, after, report }, tenantId, {
      talkId,
      source,
      mode,
      flowId,
      flowName,
      flowVersion,
      callId,
      customerId: caller.customerId,
      number: caller.number,
      ourNumber: called,
      userId,
      language: language ?? flow.languages[0]!,
      node: exchange.node,
      startedMs: clock.nowMs(),
    });
    const asks = openAsks(
      {
        db,
        clock,
        after,
        outside,
        shelf,
        outreach: outreach ?? null,
        speech: tenantSpeech,
        hands,
        language: () => talk.current().language,
        report,
      },
      ask,
    );
    const talk = openTalk(
      {
        mouth,
        asks,
        clock,
        after,
        keep,
        report,
        left(afterwards) {
          if (afterwards === 'hangUp') hands?.hangUp();
          if (afterwards === 'broken') (hands?.giveBack ?? hands?.hangUp)?.();
        },
      },
      ask,
    );
    const key = live.has(keyOf(tenantId, talkId))
      ? keyOf(tenantId, `${talkId} ${randomUUID()}`)
      : keyOf(tenantId, talkId);
    live.set(key, talk);
    void talk.over.then(() => live.delete(key));
    return talk;
  }

  return {
    async beginText(ask) {
      const mouth = openTextMouth();
      const talk = await open(ask, 'text', mouth, await speech.of(ask.tenantId, undefined, ask.flow.speech), null);
      talk.begin();
      return {
        ...talk,
        says: mouth.says,
        presses: mouth.presses,
        staysSilent: mouth.staysSilent,
        settled: () => settled(talk),
      } satisfies TextTalk;
    },

    async beginVoice(ask, stream, hands) {
      const tenantSpeech = await speech.of(ask.tenantId, undefined, ask.flow.speech);
      const mouth = openVoiceMouth({
        stream,
        speech: tenantSpeech,
        sounds: (soundId) => sounds.samples(ask.tenantId, soundId),
        ...(prompts && {
          kept: (voice: string, language: CustomerLanguage, text: string) =>
            prompts.find(ask.tenantId, voice, language, text),
        }),
        cache,
        clock,
        after,
        report,
        language: ask.language ?? ask.flow.languages[0]!,
        languages: ask.flow.languages,
      });
      const talk = await open(ask, 'voice', mouth, tenantSpeech, hands);
      talk.tell(MessageType.callAnswered, {});
      talk.begin();
      return { ...talk, presses: mouth.presses } satisfies VoiceTalk;
    },

    find: (tenantId, talkId) => live.get(keyOf(tenantId, talkId)) ?? null,

    async start() {
      const closed = await db.everyTenant('a stop cut off conversations of all tenants', (tx) =>
        closeLeftTalks(tx, exchange.node),
      );
      if (closed > 0) log.warn({ talks: closed }, 'a stop cut off conversations; they are closed');
    },

    async stop() {
      const open = [...live.values()];
      for (const talk of open) talk.stop('server');
      await Promise.race([
        Promise.all(open.map(({ over }) => over)),
        new Promise<void>((resolve) => void after(STOP_MS, resolve)),
      ]);
      await outreach?.stop();
    },
  };
}

/** The flow waits for the caller, or is over. */
function settled(talk: OpenTalk): Promise<void> {
  const isSettled = (): boolean => {
    const { asks, wakes } = talk.pending();
    return talk.current().result !== null || (asks === 0 && (wakes === 0 || talk.current().listening !== null));
  };
  return new Promise((resolve) => {
    if (isSettled()) return resolve();
    const stop = talk.onStep(() => {
      if (!isSettled()) return;
      stop();
      resolve();
    });
  });
}
