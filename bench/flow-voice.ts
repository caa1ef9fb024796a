import { aFlow } from '#core/flow/flow.fixture.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { House } from './flow-house.ts';
import { noHands } from './flow-house.ts';
import { aLine, beat, until, untilQuiet } from './flow-line.ts';
import { phrases } from './flow-phrases.ts';
import { onTheLine, spoken } from './flow-sounds.ts';

/** When each part of the present turn began or ended, by one clock. */
export interface Marks {
  asked: number;
  recognised: number;
  heard: number;
  speak: number;
  sound: number;
}

export const noMarks = (): Marks => ({ asked: 0, recognised: 0, heard: 0, speak: 0, sound: 0 });

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
export type VoiceTimes = Record<(typeof parts)[number], number[]> & { told: number[]; missed: number };

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

/** Every phrase is said into a conversation, in real time, some again into another; every answer is made anew, nothing was spoken ahead. */
export async function voiceTimes(house: House, embedded: EmbeddedSpeech): Promise<VoiceTimes> {
  const times: VoiceTimes = {
    silence: [],
    recognition: [],
    patience: [],
    decision: [],
    voice: [],
    line: [],
    whole: [],
    told: [],
    missed: 0,
  };
  const sounds = await Promise.all(phrases.map(async (phrase) => onTheLine(await spoken(embedded.voice, phrase))));
  await converse(house, embedded, sounds, 'certainly', times);
  await converse(house, embedded, sounds.slice(0, AGAIN), 'of course', times);
  return times;
}

async function converse(
  house: House,
  embedded: EmbeddedSpeech,
  sounds: readonly Int16Array[],
  politely: string,
  times: VoiceTimes,
): Promise<void> {
  const marks = noMarks();
  const speech = timedSpeech(
    {
      recognizer: () => embedded.recognizer,
      voice: () => embedded.voice,
      brain: () => embedded.brain,
      model: () => null,
      detector: embedded.detector,
    },
    marks,
  );
  const line = aLine();
  const talk = await house.talks(speech).beginVoice(house.ask(flow(politely)), line.stream, noHands);
  let intent: unknown = null;
  talk.onMessage(({ msgType, msgInfo, time_ms: ms }) => {
    if (msgType === MessageType.userSaid) marks.heard = performance.now();
    if (msgType === MessageType.intentDetected) intent = msgInfo['intent'];
    if (msgType === MessageType.latency) times.told.push(ms);
  });
  const beating = beat([line]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const [at, sound] of sounds.entries()) {
    intent = null;
    line.says(sound);
    await until(() => !line.isCallerSpeaking());
    const isAnswered = await until(() => line.firstSoundMs !== null, 6_000);
    if (!isAnswered || intent !== `p${at}`) times.missed += 1;
    if (isAnswered) {
      times.silence.push(marks.asked - line.lastWordMs);
      times.recognition.push(marks.recognised - marks.asked);
      times.patience.push(marks.heard - marks.recognised);
      times.decision.push(marks.speak - marks.heard);
      times.voice.push(marks.sound - marks.speak);
      times.line.push(line.firstSoundMs! - marks.sound);
      times.whole.push(line.firstSoundMs! - line.lastWordMs);
    }
    await untilQuiet(line);
  }
  beating.stop();
  talk.callerGone();
  await talk.over;
}
