import { joinedSamples } from '#core/sound/joined-samples.ts';
import { fakeDetector } from '#adapters/speech/fake/fake-detector.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Brain } from '#core/speech/brain.port.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { familyCpuMsOf } from './cpu-time.ts';
import type { House } from './flow-house.ts';
import { noHands } from './flow-house.ts';
import { aLine, beat, until, untilQuiet, type Line } from './flow-line.ts';
import { tone } from './flow-sounds.ts';
import { noMarks, timedSpeech } from './flow-voice.ts';
import { percentile } from './report.ts';

/** What the stubs take, always the same. */
const STUBS = { recognitionMs: 150, modelMs: 200, voiceMs: 120 };
const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
let answers = 0;

const recognizer: Recognizer = {
  name: 'stub',
  can: { languages: ['en'], isStreaming: false, knowsPhrases: false, detectsLanguage: false },
  open: () => ({
    write() {},
    async finish() {
      await after(STUBS.recognitionMs);
      return { text: 'I would like to know more about it.', confidence: 1, phrase: null, language: null };
    },
    cancel() {},
  }),
  close: async () => {},
};

const brain: Brain = {
  name: 'stub',
  isScripted: false,
  async *answer() {
    await after(STUBS.modelMs);
    // No two alike: nothing is found in what was said before.
    yield { type: 'words', text: `Here is what there is to know about it, answer ${(answers += 1)}.` } as const;
    yield { type: 'done' } as const;
  },
  close: async () => {},
};

const answer = tone([500], 1_500);
const voice: Voice = {
  name: 'stub',
  can: { languages: ['en'], isStreaming: true },
  async speak(_ask, onSamples) {
    await after(STUBS.voiceMs);
    for (let at = 0; at < answer.length; at += 1_600) onSamples(answer.subarray(at, at + 1_600));
  },
  close: async () => {},
};

const words = (text: string) => ({ words: { en: text }, sounds: {} });
const flow = aFlow(
  {
    talk: {
      kind: 'ai',
      settings: {
        goal: 'Tell about it.',
        opening: words('Welcome.'),
        fallback: words('Sorry.'),
        maxTurns: 100,
        silenceMs: 20_000,
      },
    },
  },
  ['start next talk'],
);
const TONES = joinedSamples([tone([220], 500), tone([260], 700)]);

export interface CrowdFigures {
  lines: number;
  turns: number;
  unanswered: number;
  /** Beside the stubs' own time and the silence that was waited. */
  addedMs: number[];
  silenceMs: number[];
  lateMs: number[];
  /** Of our processes, for each second somebody talks with a flow. */
  cpuMsPerSecond: number;
  /** Of all seconds of one core. */
  busy: number;
}

/** Callers who all talk at once with a model that is a stub: 1.2 s of question, 1.5 s of answer, and again. */
export async function crowd(
  house: House,
  count: number,
  seconds: number,
  {
    detector = fakeDetector(),
    question = TONES,
  }: { detector?: SpeechDetector; /** What an ear takes for speech. */ question?: Int16Array } = {},
): Promise<CrowdFigures> {
  const figures: CrowdFigures = {
    lines: count,
    turns: 0,
    unanswered: 0,
    addedMs: [],
    silenceMs: [],
    lateMs: [],
    cpuMsPerSecond: 0,
    busy: 0,
  };
  const callers: {
    line: Line;
    talk: Awaited<ReturnType<ReturnType<House['talks']>['beginVoice']>>;
    marks: ReturnType<typeof noMarks>;
  }[] = [];
  for (let at = 0; at < count; at += 1) {
    const marks = noMarks();
    const speech: TenantSpeech = timedSpeech(
      { recognizer: () => recognizer, voice: () => voice, brain: () => brain, model: () => brain, detector },
      marks,
    );
    const line = aLine();
    callers.push({ line, marks, talk: await house.talks(speech).beginVoice(house.ask(flow), line.stream, noHands) });
  }
  const beating = beat(callers.map(({ line }) => line));
  const over = new AbortController();
  async function talks({ line, marks }: (typeof callers)[number], at: number): Promise<void> {
    await after((at * 3_300) / count);
    await untilQuiet(line);
    while (!over.signal.aborted) {
      line.says(question);
      if (!(await until(() => line.firstSoundMs !== null && marks.sound > line.lastWordMs))) {
        figures.unanswered += 1;
        return;
      }
      const silenceMs = marks.asked - line.lastWordMs;
      figures.turns += 1;
      figures.silenceMs.push(silenceMs);
      figures.addedMs.push(
        line.firstSoundMs! - line.lastWordMs - silenceMs - STUBS.recognitionMs - STUBS.modelMs - STUBS.voiceMs,
      );
      await untilQuiet(line);
    }
  }
  const talking = callers.map(talks);
  await after(4_000);
  beating.lateMs.length = 0;
  const [from, cpuMs] = [performance.now(), familyCpuMsOf(process.pid)];
  await after(seconds * 1_000);
  const passedMs = performance.now() - from;
  const usedMs = familyCpuMsOf(process.pid) - cpuMs;
  figures.lateMs.push(...beating.lateMs);
  figures.cpuMsPerSecond = usedMs / (count * (passedMs / 1_000));
  figures.busy = usedMs / passedMs;
  over.abort();
  await Promise.all(talking);
  beating.stop();
  for (const { talk } of callers) talk.callerGone();
  await Promise.all(callers.map(({ talk }) => talk.over));
  return figures;
}

export const isLate = ({ lateMs }: CrowdFigures): boolean => percentile(lateMs, 0.99) > 20;
export const isFull = ({ busy, unanswered }: CrowdFigures): boolean => busy > 0.95 || unanswered > 0;
