import { aFlow } from '#core/flow/flow.fixture.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { familyCpuMsOf } from './cpu-time.ts';
import type { House } from './flow-house.ts';
import { noHands } from './flow-house.ts';
import { aLine, beat, until, untilQuiet } from './flow-line.ts';
import { phrases } from './flow-phrases.ts';
import { onTheLine, spoken } from './flow-sounds.ts';

/** When each part of the present turn began or ended, by one clock. */
export interface Marks {
  /** How often a recogniser was asked, guesses that came to nothing among them. */
  asks: number;
  asked: number;
  recognised: number;
  heard: number;
  speak: number;
  sound: number;
}

export const noMarks = (): Marks => ({ asks: 0, asked: 0, recognised: 0, heard: 0, speak: 0, sound: 0 });

/** The same speech with a clock beside it. */
export function timedSpeech(speech: TenantSpeech, marks: Marks): TenantSpeech {
  return {
    ...speech,
    recognizer(language) {
      const recognizer = speech.recognizer(language);
      return {
        ...recognizer,
        open(ask) {
          const turn = recognizer.open(ask);
          return {
            ...turn,
            async finish() {
              marks.asked = performance.now();
              marks.asks += 1;
              const heard = await turn.finish();
              marks.recognised = performance.now();
              return heard;
            },
          };
        },
      };
    },
    voice(language) {
      const voice = speech.voice(language);
      return {
        ...voice,
        speak(ask, onSamples, signal) {
          marks.speak = performance.now();
          let isFirst = true;
          return voice.speak(
            ask,
            (samples) => {
              if (isFirst) marks.sound = performance.now();
              isFirst = false;
              onSamples(samples);
            },
            signal,
          );
        },
      };
    },
  };
}

export const parts = ['silence', 'recognition', 'patience', 'decision', 'voice', 'line', 'whole'] as const;
export type VoiceTimes = Record<(typeof parts)[number], number[]> & {
  reported: number[];
  missed: number;
  asks: number;
};

const noTimes = (): VoiceTimes => ({
  silence: [],
  recognition: [],
  patience: [],
  decision: [],
  voice: [],
  line: [],
  whole: [],
  reported: [],
  missed: 0,
  asks: 0,
});

const AGAIN = 4;
const words = (text: string) => ({ words: { en: text }, sounds: {} });
const flow = (politely: string) =>
  aFlow(
    {
      ask: {
        kind: 'listen',
        settings: {
          spoken: words(''),
          again: words('Sorry?'),
          tries: 10,
          silenceMs: 20_000,
          intents: phrases.map((phrase, at) => ({ key: `p${at}`, name: phrase, examples: [phrase] })),
        },
      },
      ...Object.fromEntries(
        phrases.map((phrase, at) => [
          `say${at}`,
          { kind: 'say', settings: { spoken: words(`${phrase}, ${politely}.`) } },
        ]),
      ),
    },
    ['start next ask', ...phrases.flatMap((_, at) => [`ask p${at} say${at}`, `say${at} next ask`])],
  );

const soundsOf = (embedded: EmbeddedSpeech): Promise<Int16Array[]> =>
  Promise.all(phrases.map(async (phrase) => onTheLine(await spoken(embedded.voice, phrase))));

/** Every phrase is said into a conversation, in real time, some again into another; every answer is made anew, nothing was spoken ahead. */
export async function voiceTimes(house: House, embedded: EmbeddedSpeech): Promise<VoiceTimes> {
  const times = noTimes();
  const sounds = await soundsOf(embedded);
  for (const [politely, chosenSounds] of [
    ['certainly', sounds],
    ['of course', sounds.slice(0, AGAIN)],
  ] as const) {
    const one = await aConversation(house, embedded, politely, times);
    const beating = beat([one.line]);
    await after(500);
    for (const [at, sound] of chosenSounds.entries()) await one.turn(at, sound);
    beating.stop();
    await one.end();
  }
  return times;
}

/** Callers who talk at once, each a phrase, then the answer, then the next after a moment; `seconds` of it. */
export async function crowdTimes(
  house: House,
  embedded: EmbeddedSpeech,
  count: number,
  seconds: number,
): Promise<VoiceTimes & { cpuMsPerTurn: number; lateMs: number[] }> {
  const times = noTimes();
  const sounds = await soundsOf(embedded);
  const callers = await Promise.all(
    Array.from({ length: count }, (_, at) => aConversation(house, embedded, `caller ${at}, as you wish`, times)),
  );
  const beating = beat(callers.map(({ line }) => line));
  const [cpuMs, untilMs] = [familyCpuMsOf(process.pid), performance.now() + seconds * 1_000];
  await Promise.all(
    callers.map(async ({ turn }, caller) => {
      await after((caller * 3_000) / count);
      for (let at = caller; performance.now() < untilMs; at += 7) {
        await turn(at % sounds.length, sounds[at % sounds.length]!);
        // Somebody who heard the answer thinks for a moment; not all as long.
        await after(200 + ((at * 331) % 800));
      }
    }),
  );
  const cpuMsPerTurn = (familyCpuMsOf(process.pid) - cpuMs) / Math.max(1, times.whole.length);
  beating.stop();
  await Promise.all(callers.map(({ end }) => end()));
  return { ...times, cpuMsPerTurn, lateMs: beating.lateMs };
}

async function aConversation(house: House, embedded: EmbeddedSpeech, politely: string, times: VoiceTimes) {
  const marks = noMarks();
  const line = aLine();
  const talk = await house
    .talks(timedSpeech(speechOf(embedded), marks))
    .beginVoice(house.ask(flow(politely)), line.stream, noHands);
  let intent: unknown = null;
  talk.onMessage(({ msgType, msgInfo, time_ms: ms }) => {
    if (msgType === MessageType.userSaid) marks.heard = performance.now();
    if (msgType === MessageType.intentDetected) intent = msgInfo['intent'];
    if (msgType === MessageType.latency) times.reported.push(ms);
  });
  return {
    line,
    async turn(at: number, sound: Int16Array): Promise<void> {
      intent = null;
      const asks = marks.asks;
      line.says(sound);
      await until(() => !line.isCallerSpeaking());
      const isAnswered = await until(() => line.firstSoundMs !== null, 6_000);
      times.asks += marks.asks - asks;
      if (!isAnswered || intent !== `p${at}`) times.missed += 1;
      if (isAnswered) {
        times.silence.push(marks.asked - line.lastWordMs);
        times.recognition.push(marks.recognised - marks.asked);
        times.patience.push(marks.heard - marks.recognised);
        times.decision.push(Math.max(0, marks.speak - marks.heard));
        // An answer that was prepared while silence was counted sounded before it was wanted.
        times.voice.push(Math.max(0, marks.sound - Math.max(marks.speak, marks.heard)));
        times.line.push(line.firstSoundMs! - Math.max(marks.sound, marks.heard));
        times.whole.push(line.firstSoundMs! - line.lastWordMs);
      }
      await untilQuiet(line);
    },
    async end(): Promise<void> {
      talk.callerGone();
      await talk.over;
    },
  };
}

const speechOf = (embedded: EmbeddedSpeech): TenantSpeech => ({
  recognizer: () => embedded.recognizer,
  voice: () => embedded.voice,
  brain: () => embedded.brain,
  model: () => null,
  detector: embedded.detector,
});

const STORY =
  'We would like to tell you about everything that has changed since you called us last which is rather a lot and will take us a while ' +
  'because we want to be sure that you have heard of all of it before you decide what you would like us to do for you today';
const talkative = aFlow(
  {
    ask: {
      kind: 'listen',
      settings: {
        spoken: words(STORY),
        again: words(STORY),
        tries: 10,
        silenceMs: 20_000,
        intents: [{ key: 'stop', name: 'Stop', examples: ['Talk to an agent', 'I am not interested'] }],
      },
    },
  },
  ['start next ask', 'ask stop ask'],
);

/** From the first sound of somebody who speaks into a long sentence of ours to the last of ours that could be heard. */
export async function interruptionTimes(house: House, embedded: EmbeddedSpeech): Promise<number[]> {
  const took: number[] = [];
  const sounds = await soundsOf(embedded);
  const line = aLine();
  const talk = await house.talks(speechOf(embedded)).beginVoice(house.ask(talkative), line.stream, noHands);
  const beating = beat([line]);
  for (let turn = 0; turn < 12; turn += 1) {
    await until(() => line.isSounding());
    await after(700 + ((turn * 137) % 400));
    line.says(sounds[turn % 2 === 0 ? 3 : 10]!);
    await until(
      () => !line.isCallerSpeaking() || performance.now() - Math.max(line.firstWordMs, line.lastSoundMs) > 150,
    );
    took.push(line.lastSoundMs - line.firstWordMs);
    await until(() => !line.isCallerSpeaking());
    // Until we begin anew.
    await after(1_500);
  }
  beating.stop();
  talk.callerGone();
  await talk.over;
  return took;
}

const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
