import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** What a recogniser can do, as data: whoever chooses one reads this and asks nothing else. */
export interface RecognizerAbilities {
  languages: readonly CustomerLanguage[];
  /** Of these it understands nothing but the phrases it was given: what else is said is an empty text. */
  phrasesOnly?: readonly CustomerLanguage[];
  /** Tells words while somebody still speaks. */
  isStreaming: boolean;
  /** Chooses among given phrases better than it hears freely. */
  knowsPhrases: boolean;
  /** Says which language it heard. */
  detectsLanguage: boolean;
  /** Asking costs nobody anything: it is asked at every short rest, and mostly has the answer when the end is sure. */
  mayGuess?: boolean;
  /** Notices words it was told to, of whatever language. */
  noticesWords?: boolean;
}

/**
 * Turns speech into words. Rules every one keeps (`recognizer.suite.ts`):
 * 1. `open` never waits: what is written before the way is open is kept and sent.
 * 2. `finish` answers once; what nobody can understand is an empty text, not a failure. A failure is a `SpeechFailure`.
 * 3. After `cancel` nothing is told any more, and `finish` refuses with the reason `cancelled`.
 * 4. Turns are independent: several may be open at once, also for one caller (an early guess beside the real one).
 */
export interface Recognizer {
  readonly name: string;
  readonly can: RecognizerAbilities;
  open(ask: RecognizerAsk): RecognizerTurn;
  /** What will probably be asked for soon: whoever has to learn it has time now. Never fails. */
  expect?(ask: Pick<RecognizerAsk, 'languages' | 'phrases' | 'notice'>): void;
  close(): Promise<void>;
}

export interface RecognizerAsk {
  /** Those that may be spoken, likeliest first. */
  languages: readonly CustomerLanguage[];
  /** What the flow waits for; empty when anything may be said. */
  phrases: readonly string[];
  /** To be noticed wherever they are in it, by one who can; beside that nothing is understood better for them. */
  notice?: readonly NoticedWords[];
  /** The words so far, where it streams. */
  onWords?(text: string): void;
}

export interface NoticedWords {
  language: CustomerLanguage;
  text: string;
}

export interface RecognizerTurn {
  /** 8 kHz, mono, 16 bit; any length. */
  write(samples: Int16Array): void;
  /** Nothing more is said: what was it? */
  finish(): Promise<Transcription>;
  cancel(): void;
}

export interface Transcription {
  text: string;
  /** 0 to 1; 1 where a provider does not say. */
  confidence: number;
  /** The phrase of the ask it was closest to, when it was close enough. */
  phrase: string | null;
  language: CustomerLanguage | null;
  /** Those of `notice` it clearly holds, the clearest. */
  noticed?: NoticedWords | null;
}
