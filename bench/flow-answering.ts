import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { EAR_SAMPLES } from '#core/speech/speech-detector.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { openAnswerEar } from '#features/flows/flow-talks/server/answer-ear.ts';
import { openGreetingWords } from '#features/flows/flow-talks/server/greeting-words.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { noise, onTheLine, spoken, tone } from './flow-sounds.ts';

/** How a call is answered: words of a language, a tone, or a pause in milliseconds. */
export type Part = { words: string } | { hz: readonly number[]; ms: number; amplitude?: number } | number;
export type AnsweredBy = 'human' | 'voicemail' | 'silence';

export interface Answer {
  language: CustomerLanguage;
  is: AnsweredBy;
  what: string;
  parts: readonly Part[];
}

/** Who answers, and how loud the line is; 40 is a quiet one. */
export interface Speaker {
  variant: string | null;
  speed: number;
  noise: number;
  /** How loud the voice is beside the usual one. */
  gain?: number;
  /** Noise without its high half, as comfort noise is. */
  isSoftNoise?: boolean;
  /** Share of packets that are lost, and silent. */
  loss?: number;
}

export interface RecordedCall {
  answer: Answer;
  how: Speaker;
}

/** The rule was made with the first; the second is a woman who speaks faster. */
const speakers: readonly Speaker[] = [
  { variant: null, speed: 1, noise: 40 },
  { variant: 'f3', speed: 1.2, noise: 40 },
];
/** Longest the node waits, as it is unless changed. */
const MAX_MS = 4_000;
const ringbacks: Partial<Record<CustomerLanguage, { hz: readonly number[]; onMs: number; offMs: number }>> = {
  en: { hz: [440, 480], onMs: 2_000, offMs: 4_000 },
  es: { hz: [425], onMs: 1_000, offMs: 4_000 },
  zh: { hz: [450], onMs: 1_000, offMs: 4_000 },
  id: { hz: [425], onMs: 1_000, offMs: 4_000 },
};
const beeps = [
  { hz: [1_000], ms: 400 },
  { hz: [440], ms: 600 },
  { hz: [1_400], ms: 250 },
  { hz: [850], ms: 900 },
];

const people: Partial<Record<CustomerLanguage, readonly string[]>> = {
  en: ['Hello?', 'Hello, this is Ana.', 'Yes?', 'Aurora Travel, good morning, Ana speaking.'],
  es: ['¿Bueno?', '¿Diga?', 'Hola, ¿quién habla?', 'Viajes Aurora, buenos días, habla Ana.'],
  zh: ['喂？', '喂，你好。', '你好，请问哪位？', '您好，极光旅行社，请讲。'],
  id: ['Halo?', 'Ya, halo?', 'Halo, dengan siapa ini?', 'Aurora Travel, selamat pagi, dengan Ana.'],
};
const machines: Partial<Record<CustomerLanguage, readonly string[]>> = {
  en: [
    'Hi, you have reached Ana. I cannot take your call right now. Please leave your name and number after the tone.',
    'The person you are calling is not available. At the tone, please record your message.',
    'Please leave a message.',
  ],
  es: [
    'Hola, soy Ana. En este momento no puedo contestar. Por favor deje su nombre y su mensaje después del tono.',
    'El número que usted marcó no está disponible. Deje su mensaje después de la señal.',
    'Deje su mensaje.',
  ],
  zh: [
    '您好，您拨打的用户暂时无法接听，请在提示音后留言，留言完毕请挂机。',
    '您拨打的电话已转到语音信箱，请在嘀声后留下您的姓名和电话号码。',
    '请留言。',
  ],
  id: [
    'Halo, ini Ana. Saat ini saya tidak dapat menjawab telepon. Silakan tinggalkan nama dan pesan setelah nada.',
    'Nomor yang Anda tuju tidak dapat dihubungi. Silakan tinggalkan pesan setelah bunyi berikut.',
    'Tinggalkan pesan Anda.',
  ],
};

function answersIn(language: CustomerLanguage, at: number): Answer[] {
  const { hz, onMs, offMs } = ringbacks[language]!;
  const ring: Part[] = [{ hz, ms: onMs }, offMs];
  const words = people[language]!;
  const greetings = machines[language]!;
  const beep = beeps[at % beeps.length]!;
  return [
    ...words.map((phrase, index): Answer => ({
      language,
      is: 'human',
      what: phrase,
      parts: [200 + index * 250, { words: phrase }, 3_000],
    })),
    {
      language,
      is: 'human',
      what: `ringing, ${words[0]}`,
      parts: [{ hz, ms: onMs }, 700, { words: words[0]! }, 3_000],
    },
    {
      language,
      is: 'human',
      what: `ringing twice, ${words[1]}`,
      parts: [...ring, { hz, ms: onMs / 2 }, 400, { words: words[1]! }, 3_000],
    },
    {
      language,
      is: 'human',
      what: `${words[0]} … ${words[0]}`,
      parts: [500, { words: words[0]! }, 600, { words: words[0]! }, 3_000],
    },
    ...greetings.slice(0, 2).map((greeting, index): Answer => ({
      language,
      is: 'voicemail',
      what: greeting,
      parts: [300 + index * 500, { words: greeting }, 500, beep, 3_000],
    })),
    {
      language,
      is: 'voicemail',
      what: `ringing, ${greetings[0]}`,
      parts: [...ring, { words: greetings[0]! }, 500, beep, 3_000],
    },
    {
      language,
      is: 'voicemail',
      what: `${greetings[2]} (and a beep)`,
      parts: [400, { words: greetings[2]! }, 300, beep, 3_000],
    },
    { language, is: 'silence', what: 'a quiet line', parts: [12_000] },
    { language, is: 'silence', what: 'ringing, then nobody', parts: [...ring, { hz, ms: onMs }, 12_000] },
  ];
}

/** 104 calls the rule was made with. */
export const knownCalls = (): RecordedCall[] => {
  const answers = (['en', 'es', 'zh', 'id'] as const).flatMap(answersIn);
  return speakers.flatMap((how) => answers.map((answer) => ({ answer, how })));
};

/** A call as the line carries it, and when its first word begins and its last one ends. */
interface Rendered {
  sound: Int16Array;
  firstWordMs: number;
  lastWordMs: number;
}

/** Says, sounds and hushes what an answer is made of. */
async function rendered(voice: Voice, { answer, how }: RecordedCall): Promise<Rendered> {
  let [firstWordMs, lastWordMs, passedMs] = [Infinity, 0, 0];
  const pieces: Int16Array[] = [];
  const hiss = (ms: number, seed?: number): Int16Array =>
    softened(noise(ms, how.noise, seed), how.isSoftNoise ?? false);
  for (const part of answer.parts) {
    const isWords = typeof part === 'object' && 'words' in part;
    const piece =
      typeof part === 'number'
        ? hiss(part, 7 + pieces.length)
        : isWords
          ? (await spoken(voice, part.words, answer.language, how)).map((sample) => sample * (how.gain ?? 1))
          : tone(part.hz, part.ms, part.amplitude);
    if (isWords) firstWordMs = Math.min(firstWordMs, passedMs);
    passedMs += piece.length / 8;
    if (isWords) lastWordMs = passedMs;
    pieces.push(piece);
  }
  const whole = joinedSamples([...pieces, hiss(8_000)]);
  const below = how.noise > 40 ? hiss(whole.length / 8, 11) : null;
  const sound = whole.map((sample, at) => Math.max(-32_768, Math.min(32_767, sample + (below?.[at] ?? 0))));
  return { sound: onTheLine(lossy(sound, how.loss ?? 0)), firstWordMs, lastWordMs };
}

const softened = (sound: Int16Array, isSoft: boolean): Int16Array =>
  isSoft ? sound.map((sample, at) => sample + (sound[at - 1] ?? 0)) : sound;

function lossy(sound: Int16Array, share: number): Int16Array {
  let last = 5;
  if (share > 0)
    for (let at = 0; at < sound.length; at += FRAME_SAMPLES)
      if ((last = (last * 48_271) % 2_147_483_647) / 2_147_483_647 < share) sound.fill(0, at, at + FRAME_SAMPLES);
  return sound;
}

export interface AnsweringFigures {
  samples: number;
  right: number;
  /** By what it was, then by what it was taken for. */
  confusion: Record<AnsweredBy, Record<string, number>>;
  wrong: { what: string; is: AnsweredBy; taken: string; ms: number }[];
  /** From the first word to the verdict, of people; and from the end of their last. */
  humanMs: number[];
  afterWordsMs: number[];
  /** From the first word of machines. */
  machineMs: number[];
}

/** Who speaks, and who listens; without a recogniser by the sound alone. */
export interface AnsweringParts {
  voice: Voice;
  detector: SpeechDetector;
  recognizer: Recognizer | null;
}

/** Plays how calls are answered to the ear that tells people from machines. */
export async function answeringFigures(
  parts: AnsweringParts,
  calls: readonly RecordedCall[],
): Promise<AnsweringFigures> {
  const figures: AnsweringFigures = {
    samples: 0,
    right: 0,
    confusion: { human: {}, voicemail: {}, silence: {} },
    wrong: [],
    humanMs: [],
    afterWordsMs: [],
    machineMs: [],
  };
  for (const { answer, how, person, ms, firstWordMs, lastWordMs } of await heardAll(parts, calls)) {
    figures.samples += 1;
    figures.confusion[answer.is][person] = (figures.confusion[answer.is][person] ?? 0) + 1;
    if (person !== answer.is) {
      figures.wrong.push({
        what: `${answer.language}, ${how.variant ?? 'usual voice'}, noise ${how.noise}: ${answer.what}`,
        is: answer.is,
        taken: person,
        ms,
      });
      continue;
    }
    figures.right += 1;
    if (person === 'human') figures.humanMs.push(ms - firstWordMs);
    if (person === 'human') figures.afterWordsMs.push(ms - lastWordMs);
    if (person === 'voicemail') figures.machineMs.push(ms - firstWordMs);
  }
  return figures;
}

type Heard = RecordedCall & Rendered & { person: string; ms: number };

/** In order; many at a time, because the detector hears many at once as fast as one. */
async function heardAll(parts: AnsweringParts, calls: readonly RecordedCall[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (let from = 0; from < calls.length; from += AT_ONCE) {
    heard.push(
      ...(await Promise.all(
        calls.slice(from, from + AT_ONCE).map(async (call) => {
          const line = await rendered(parts.voice, call);
          return { ...call, ...line, ...(await taken(parts, call.answer.language, line.sound)) };
        }),
      )),
    );
  }
  return heard;
}
const AT_ONCE = 32;

/** What the ear takes it for, and when. Time stands still while words are understood: that takes a tenth of a second of the half there is. */
async function taken(
  { detector, recognizer }: AnsweringParts,
  language: CustomerLanguage,
  sound: Int16Array,
): Promise<{ person: string; ms: number }> {
  const ear = detector.open();
  const [understood, asked] = awaited(recognizer);
  const answerEar = openAnswerEar(() => openGreetingWords(asked, [language]));
  const found: { person: string; ms: number }[] = [];
  void answerEar
    .detect(MAX_MS)
    .then((detection) => void (detection.ok && detection.what === 'detected' && found.push(detection)));
  for (let at = 0; found.length === 0 && at + EAR_SAMPLES <= sound.length; at += EAR_SAMPLES) {
    const piece = sound.slice(at, at + EAR_SAMPLES);
    answerEar.hear(piece, await ear.probability(piece));
    await understood();
  }
  ear.close();
  return found[0] ?? { person: 'unknown', ms: sound.length / 8 };
}

/** The same recogniser, and a way to wait until it has answered all it was asked. */
function awaited(recognizer: Recognizer | null): [() => Promise<void>, Recognizer | null] {
  let last: Promise<unknown> = Promise.resolve();
  if (!recognizer) return [async () => {}, null];
  return [
    async () => void (await last),
    {
      ...recognizer,
      open(ask) {
        const turn = recognizer.open(ask);
        return {
          ...turn,
          finish() {
            const heard = turn.finish();
            last = heard.catch(() => null);
            return heard;
          },
        };
      },
    },
  ];
}
