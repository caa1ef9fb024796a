import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { StopSignal } from './stop-signal.ts';

export interface VoiceAbilities {
  languages: readonly CustomerLanguage[];
  /** The first sound comes before the last word is made. */
  isStreaming: boolean;
}

/**
 * Speaks. Rules every one keeps (`voice.suite.ts`): samples come in order, 8 kHz, mono, 16 bit, any length; the promise
 * resolves after the last; an aborted signal ends it at once with a `SpeechFailure` of reason `cancelled`, and no sample comes
 * after that; an empty text is no sound and no failure.
 */
export interface Voice {
  readonly name: string;
  /** What it sounds like, in one word: what was spoken is kept by it, for whoever has the same. Without it, the name. */
  readonly timbre?: string;
  readonly can: VoiceAbilities;
  /** `substitute`: another voice spoke in its place; that is not kept as if it were this one. */
  speak(ask: VoiceAsk, onSamples: (samples: Int16Array) => void, signal: StopSignal): Promise<void | 'substitute'>;
  close(): Promise<void>;
}

export interface VoiceAsk {
  text: string;
  language: CustomerLanguage;
  /** A name the provider knows; null for its usual one. */
  voice: string | null;
  /** 1 is as usual; 0.5 to 2. */
  speed: number;
}
