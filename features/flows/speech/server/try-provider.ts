import type { Brain } from '#core/speech/brain.port.ts';
import type { SpeechUse } from '#core/speech/protocols.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { SpeechTest } from '../contract.ts';
import { testPhrase, testQuestion, probeSentences } from './probe-sentences.ts';

const LONGEST_MS = 20_000;
const LONGEST_SAMPLES = SAMPLE_RATE * 20;
const LONGEST_TEXT = 2_000;

export interface TriedProvider {
  recognition?: Recognizer;
  voice?: Voice;
  brain?: Brain;
}

/** Really calls a provider once, and says what came of it and how soon. */
export async function tryProvider(
  { recognition, voice, brain }: TriedProvider,
  use: SpeechUse,
  language: CustomerLanguage,
  clock: Clock,
): Promise<SpeechTest> {
  const sinceMs = clock.nowMs();
  let firstByteMs: number | null = null;
  const first = (): void => void (firstByteMs ??= clock.nowMs() - sinceMs);
  const signal = AbortSignal.timeout(LONGEST_MS);
  const outcome = { trouble: null as SpeechTest['trouble'], text: '', said: '', wav: '' };

  async function recognize(recognizer: Recognizer): Promise<void> {
    const phrase = testPhrase(language);
    outcome.said = phrase.text;
    const turn = recognizer.open({
      languages: [phrase.language],
      phrases: recognizer.can.phrasesOnly?.includes(phrase.language) ? [phrase.text] : [],
    });
    signal.addEventListener('abort', () => turn.cancel(), { once: true });
    for (let at = 0; at < phrase.samples.length; at += SAMPLE_RATE / 10)
      turn.write(phrase.samples.subarray(at, at + SAMPLE_RATE / 10));
    outcome.text = (await turn.finish()).text.slice(0, LONGEST_TEXT);
    first();
  }
  async function speak(speaker: Voice): Promise<void> {
    outcome.said = probeSentences[language];
    const pieces: Int16Array[] = [];
    let count = 0;
    await speaker.speak(
      { text: outcome.said, language, voice: null, speed: 1 },
      (samples) => {
        first();
        if ((count += samples.length) <= LONGEST_SAMPLES) pieces.push(samples.slice());
      },
      signal,
    );
    outcome.wav = Buffer.from(
      pcmWav(Int16Array.from(pieces.flatMap((piece) => [...piece])), { rate: SAMPLE_RATE, channels: 1 }),
    ).toString('base64');
  }
  async function answer(answerer: Brain): Promise<void> {
    outcome.said = testQuestion.question;
    const ask = {
      goal: 'You answer callers of an office.',
      knowledge: testQuestion.knowledge,
      language,
      tools: [],
      turns: [{ by: 'caller' as const, text: testQuestion.question }],
    };
    for await (const piece of answerer.answer(ask, signal)) {
      first();
      if (piece.type === 'words') outcome.text = (outcome.text + piece.text).slice(0, LONGEST_TEXT);
    }
  }

  try {
    if (use === 'recognition') await recognize(recognition!);
    else if (use === 'voice') await speak(voice!);
    else await answer(brain!);
  } catch (thrown) {
    if (!(thrown instanceof SpeechFailure)) throw thrown;
    outcome.trouble = signal.aborted ? 'slow' : thrown.reason;
  }
  return { ...outcome, firstByteMs, totalMs: clock.nowMs() - sinceMs };
}
