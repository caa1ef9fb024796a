import { expect, test } from 'vitest';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Transcription, Recognizer, RecognizerTurn } from './recognizer.port.ts';
import { SpeechFailure } from './speech-failure.ts';

/** A recogniser and somebody who can speak to it. */
export interface RecognizerStage {
  recognizer: Recognizer;
  /** A language it understands and the speaker speaks. */
  language: CustomerLanguage;
  /** 8 kHz samples in which these words are said. */
  say(words: string): Promise<Int16Array>;
  close(): Promise<void>;
}

/** What the speaker says: in the language of the stage, each text unlike the others. */
export interface RecognizerTexts {
  one: string;
  other: string;
  phrases: readonly [string, string, string];
}

const english: RecognizerTexts = {
  one: 'Please call me tomorrow morning.',
  other: 'The invoice was paid last week.',
  phrases: ['I want to pay my bill', 'Talk to an agent', 'Cancel my order'],
};

/** What every recogniser does (`recognizer.port.ts` numbers the rules). */
export function recognizerSuite(open: () => Promise<RecognizerStage>, texts: RecognizerTexts = english): void {
  const onStage = (name: string, play: (stage: RecognizerStage) => Promise<void>) =>
    test(`[FLOW-11] ${name}`, { timeout: 60_000 }, async () => {
      const stage = await open();
      try {
        await play(stage);
      } finally {
        await stage.recognizer.close();
        await stage.close();
      }
    });
  const opened = (
    { recognizer, language }: RecognizerStage,
    phrases: readonly string[] = [],
    onWords?: (text: string) => void,
  ): RecognizerTurn => recognizer.open({ languages: [language], phrases, ...(onWords && { onWords }) });

  onStage('what is written the moment a turn opens is heard (rule 1)', async (stage) => {
    const samples = await stage.say(texts.one);
    const turn = opened(stage);
    turn.write(samples);
    const transcription = await turn.finish();
    expect(plainWords(transcription.text)).toEqual(plainWords(texts.one));
    expect(transcription.confidence).toBeGreaterThanOrEqual(0);
    expect(transcription.confidence).toBeLessThanOrEqual(1);
    expect([stage.language, null]).toContain(transcription.language);
    expect(transcription.phrase).toBeNull();
  });

  onStage('samples in pieces of any length are heard as one', async (stage) => {
    const samples = await stage.say(texts.one);
    const turn = opened(stage);
    for (let at = 0, step = 1; at < samples.length; at += step, step = (step * 7) % 1_601 || 160)
      turn.write(samples.subarray(at, at + step));
    expect(plainWords((await turn.finish()).text)).toEqual(plainWords(texts.one));
  });

  onStage('what is written stays as it was when its buffer is used again', async (stage) => {
    const samples = await stage.say(texts.one);
    const turn = opened(stage);
    const buffer = new Int16Array(160);
    for (let at = 0; at < samples.length; at += 160) {
      buffer.fill(0);
      buffer.set(samples.subarray(at, at + 160));
      turn.write(buffer);
    }
    buffer.fill(0);
    expect(plainWords((await turn.finish()).text)).toEqual(plainWords(texts.one));
  });

  onStage('silence is an empty text, not a failure (rule 2)', async (stage) => {
    const turn = opened(stage, texts.phrases);
    turn.write(new Int16Array(8_000));
    expect(await turn.finish()).toMatchObject({ text: '', phrase: null });
    expect(await opened(stage).finish()).toMatchObject({ text: '', phrase: null });
  });

  onStage('a cancelled turn refuses to finish and tells nothing more (rule 3)', async (stage) => {
    const samples = await stage.say(texts.one);
    const streamedWords: string[] = [];
    const turn = opened(stage, [], (text) => streamedWords.push(text));
    turn.write(samples);
    turn.cancel();
    const countBefore = streamedWords.length;
    await expectFailure(turn.finish(), ['cancelled']);
    turn.write(samples);
    turn.cancel();
    const next = opened(stage);
    next.write(samples);
    await next.finish();
    expect(streamedWords).toHaveLength(countBefore);
  });

  onStage('a turn cancelled while it is being understood refuses too (rule 3)', async (stage) => {
    const turn = opened(stage);
    turn.write(await stage.say(texts.one));
    const finished = turn.finish();
    turn.cancel();
    await expectFailure(finished, ['cancelled']);
  });

  onStage('a turn that was answered can be cancelled without harm', async (stage) => {
    const turn = opened(stage);
    turn.write(await stage.say(texts.one));
    await turn.finish();
    turn.cancel();
    turn.write(new Int16Array(160));
  });

  onStage('turns beside each other hear each their own (rule 4)', async (stage) => {
    const [oneSamples, otherSamples] = [await stage.say(texts.one), await stage.say(texts.other)];
    const one = opened(stage);
    const guess = opened(stage);
    const other = opened(stage);
    for (let at = 0; at < Math.max(oneSamples.length, otherSamples.length); at += 800) {
      one.write(oneSamples.subarray(at, at + 800));
      other.write(otherSamples.subarray(at, at + 800));
      if (at < 4_000) guess.write(oneSamples.subarray(at, at + 800));
    }
    guess.cancel();
    const [otherTranscription, oneTranscription] = await Promise.all([other.finish(), one.finish()]);
    expect(plainWords(oneTranscription.text)).toEqual(plainWords(texts.one));
    expect(plainWords(otherTranscription.text)).toEqual(plainWords(texts.other));
  });

  onStage('among phrases it finds the one that was said, and none for something else', async (stage) => {
    const recognize = async (words: string): Promise<Transcription> => {
      const turn = opened(stage, texts.phrases);
      turn.write(await stage.say(words));
      return turn.finish();
    };
    for (const phrase of texts.phrases) expect((await recognize(phrase)).phrase).toBe(phrase);
    expect((await recognize(texts.other)).phrase).toBeNull();
  });

  onStage('words are told while somebody speaks exactly where it says so', async (stage) => {
    const samples = await stage.say(texts.one);
    const streamedWords: string[] = [];
    const turn = opened(stage, [], (text) => streamedWords.push(text));
    for (let at = 0; at < samples.length; at += 160) turn.write(samples.subarray(at, at + 160));
    if (stage.recognizer.can.isStreaming) await expect.poll(() => streamedWords.length).toBeGreaterThan(0);
    await turn.finish();
    if (!stage.recognizer.can.isStreaming) expect(streamedWords).toEqual([]);
  });

  onStage('closing refuses what is under way, and whatever comes later', async (stage) => {
    const turn = opened(stage);
    turn.write(await stage.say(texts.one));
    const finished = turn.finish();
    const refused = expectFailure(finished, ['cancelled', 'cut', 'absent']);
    await stage.recognizer.close();
    await refused;
    await expectFailure(opened(stage).finish(), ['cancelled', 'cut', 'absent']);
  });

  onStage('it understands the language of the stage and says so', async ({ recognizer, language }) => {
    expect(recognizer.name).not.toBe('');
    expect(recognizer.can.languages).toContain(language);
  });
}

/** Words as they are compared: without case, signs and accents of writing. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .split(' ')
    .filter(Boolean);
}

async function expectFailure(promise: Promise<unknown>, reasons: readonly string[]): Promise<void> {
  const thrown = await promise.then(
    () => 'answered',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(SpeechFailure);
  expect(reasons).toContain((thrown as SpeechFailure).reason);
}
