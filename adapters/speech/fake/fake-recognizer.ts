import { phraseSaid } from '#core/speech/phrase-said.ts';
import type {
  Transcription,
  Recognizer,
  RecognizerAbilities,
  RecognizerAsk,
  RecognizerTurn,
} from '#core/speech/recognizer.port.ts';
import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { wordsSpokenIn } from './spoken-words.ts';

/** A recogniser in memory: hears what it is told to, else the words `spokenWords` wrote into the sound. */
export interface FakeRecognizer extends Recognizer {
  /** The next turn that finishes hears this. */
  hears(text: string, transcription?: Partial<Transcription>): void;
  /** The next turn that finishes fails so. */
  fails(reason: SpeechFailureReason): void;
  /** Every ask, oldest first. */
  readonly asks: readonly RecognizerAsk[];
}

export function fakeRecognizer(can: Partial<RecognizerAbilities> = {}): FakeRecognizer {
  const coming: (Partial<Transcription> | SpeechFailure)[] = [];
  const asks: RecognizerAsk[] = [];
  const open = new Set<() => void>();
  let isClosed = false;
  const abilities = {
    languages: CustomerLanguage.rows.map(({ code }) => code),
    isStreaming: false,
    knowsPhrases: true,
    detectsLanguage: false,
    ...can,
  };

  function openTurn(ask: RecognizerAsk): RecognizerTurn {
    asks.push(ask);
    let sound = new Int16Array(0);
    let reportedWords = '';
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    const refuse = (reason: SpeechFailureReason) => {
      open.delete(cut);
      over.reject(new SpeechFailure(reason));
    };
    const cut = () => refuse('cut');
    if (isClosed) refuse('absent');
    else open.add(cut);

    async function understand(): Promise<Transcription> {
      await new Promise(setImmediate);
      if (!open.delete(cut)) return over.promise;
      const next = coming.shift() ?? { text: wordsSpokenIn(sound) };
      if (next instanceof SpeechFailure) throw next;
      const text = next.text ?? '';
      return {
        text,
        confidence: 1,
        phrase: phraseSaid(text, ask.phrases),
        language: abilities.detectsLanguage ? (ask.languages[0] ?? null) : null,
        ...next,
      };
    }

    return {
      write(samples) {
        if (!open.has(cut)) return;
        const longer = new Int16Array(sound.length + samples.length);
        longer.set(sound);
        longer.set(samples, sound.length);
        sound = longer;
        if (!abilities.isStreaming || !ask.onWords) return;
        const words = wordsSpokenIn(sound);
        if (words === reportedWords) return;
        reportedWords = words;
        ask.onWords(words);
      },
      finish: () => Promise.race([over.promise, understand()]),
      cancel: () => refuse('cancelled'),
    };
  }

  return {
    name: 'fake',
    can: abilities,
    asks,
    open: openTurn,
    hears: (text, transcription = {}) => void coming.push({ ...transcription, text }),
    fails: (reason) => void coming.push(new SpeechFailure(reason)),
    async close() {
      isClosed = true;
      for (const cut of open) cut();
    },
  };
}
