import type { FlowOutreach } from '#features/chat/chat-carriers/server/index.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { Speech } from '#core/speech/speech.port.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { World } from '#platform/server/world.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import type { FlowShelf } from './flow-shelf.ts';
import type { KeptPrompts } from './kept-prompts.ts';
import { openLiveTalks } from './live-talks.ts';
import type { Mouth } from './mouth.ts';
import { openKeptTalk, type TalkHouse, type TalkMeans } from './open-kept-talk.ts';
import { openVoiceMouth } from './open-voice-mouth.ts';
import { openPromptCache } from './prompt-cache.ts';
import { speakAhead } from './speak-ahead.ts';
import type { OpenTalk, TalkAsk, TextTalk, VoiceTalk } from './talk.ts';
import { openTalkStores } from './talk-store.ts';
import { openTextMouth } from './text-mouth.ts';
import type { Talks } from './talks.ts';
import { closeCutOffTalks, closeLeftTalks } from './talks.repo.ts';
import type { UploadedSounds } from './voice-mouth.ts';

export interface TalksParts {
  speech: Speech;
  shelf: FlowShelf;
  sounds: UploadedSounds;
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
  const live = openLiveTalks();
  const cache = openPromptCache();
  const stores = openTalkStores(db);
  const house: TalkHouse = { db, clock, exchange, stores, shelf, outside, outreach: outreach ?? null, after, report };

  function report(problem: unknown): void {
    if (isUnavailable(problem)) log.warn('a conversation went on without the database');
    else log.error({ err: problem }, 'a conversation failed');
  }

  function open(ask: TalkAsk, means: TalkMeans): OpenTalk {
    const talk = openKeptTalk(house, ask, means);
    live.add(talk);
    return talk;
  }

  return {
    async beginText(ask, plays) {
      const mouth = openTextMouth();
      const tenantSpeech = await speech.of(ask.tenantId, undefined, ask.flow.speech);
      const talk = open(ask, { mode: 'text', mouth, speech: tenantSpeech, hands: null, plays });
      talk.begin();
      return {
        ...talk,
        says: mouth.says,
        presses: mouth.presses,
        staysSilent: mouth.staysSilent,
        settled: () => settled(talk),
      } satisfies TextTalk;
    },

    async beginVoice(ask, stream, hands, plays) {
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
      const talk = open(ask, {
        mode: 'voice',
        mouth: ask.isPerson ? knowsPerson(mouth) : mouth,
        speech: tenantSpeech,
        hands,
        plays,
      });
      talk.addMessage(MessageType.callAnswered, {});
      talk.begin();
      return { ...talk, presses: mouth.presses } satisfies VoiceTalk;
    },

    speakAhead: (ask) => speakAhead({ speech, prompts, cache, clock, after, log }, ask),

    find: live.find,

    async start() {
      const closed = await db.everyTenant('a stop cut off conversations of all tenants', (tx) =>
        closeLeftTalks(tx, exchange.node),
      );
      if (closed > 0) log.warn({ talks: closed }, 'a stop cut off conversations; they are closed');
    },

    async moveIn(tenantId) {
      await db.tenant({ tenantId }, closeCutOffTalks);
    },

    async stop() {
      const goingOn = live.all();
      for (const talk of goingOn) talk.stop('server');
      await Promise.race([
        Promise.all(goingOn.map(({ over }) => over)),
        new Promise<void>((resolve) => void after(STOP_MS, resolve)),
      ]);
      await outreach?.stop();
    },
  };
}

/** Who answered was heard before: they have said their word, and would be silent now. */
const knowsPerson = (mouth: Mouth): Mouth => ({
  ...mouth,
  detect: async () => ({ ok: true, what: 'detected', person: 'human', ms: 0 }),
});

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
