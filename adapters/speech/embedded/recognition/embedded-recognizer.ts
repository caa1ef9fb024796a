import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { NoticedWords, Recognizer, RecognizerAsk, RecognizerTurn } from '#core/speech/recognizer.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import { openLessons } from './lessons.ts';
import type { RecognitionPool } from './recognition-pool.ts';
import { phrasesOnly, wordsOf } from './understand.ts';

/** Nobody talks longer without a breath; the rest is not heard. */
const MOST_SAMPLES = 8_000 * 120;

/** English by the machine's own model; of some other languages what a flow waits for. `pool` is null as long as there are no models. */
export function embeddedRecognizer(pool: () => RecognitionPool | null, voice: Pick<Voice, 'speak'>): Recognizer {
  let isClosed = false;
  const lessonsOf = openLessons(voice);

  /** One after another: the first are known before the last are said. */
  async function teach(words: readonly NoticedWords[]): Promise<void> {
    for (const one of words) pool()?.teach(await lessonsOf([one]));
  }

  /** What words of other languages sound like. */
  function expect({
    languages: [language = 'en'],
    phrases,
    notice = [],
  }: Pick<RecognizerAsk, 'languages' | 'phrases' | 'notice'>): void {
    const words = [...(phrasesOnly.includes(language) ? wordsOf(phrases, language) : []), ...notice];
    if (words.length > 0 && !isClosed) void teach(words);
  }

  return {
    name: 'embedded',
    can: {
      languages: ['en', ...phrasesOnly],
      phrasesOnly,
      isStreaming: false,
      knowsPhrases: true,
      detectsLanguage: false,
      mayGuess: true,
      noticesWords: true,
    },
    expect,
    open(ask) {
      // While somebody speaks there is time to learn, where nobody expected it.
      expect(ask);
      return openTurn(ask, () => (isClosed ? null : pool()));
    },
    async close() {
      isClosed = true;
      await pool()?.close();
    },
  };
}

function openTurn(
  { phrases, notice = [], languages: [language = 'en'] }: RecognizerAsk,
  pool: () => RecognitionPool | null,
): RecognizerTurn {
  const pieces: Int16Array[] = [];
  let length = 0;
  let isCancelled = false;
  let submitted: ReturnType<RecognitionPool['submit']> | null = null;
  return {
    write(samples) {
      if (isCancelled || submitted) return;
      const piece = samples.slice(0, MOST_SAMPLES - length);
      pieces.push(piece);
      length += piece.length;
    },
    async finish() {
      if (isCancelled) throw new SpeechFailure('cancelled');
      const ready = pool();
      if (!ready) throw new SpeechFailure('absent');
      submitted ??= ready.submit({ samples: joinedSamples(pieces), phrases: [...phrases], notice, language });
      return submitted.transcription;
    },
    cancel() {
      isCancelled = true;
      pieces.length = 0;
      submitted?.giveUp();
    },
  };
}
