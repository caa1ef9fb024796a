import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { SpeechChannel } from '#shared/codes/speech-channel.ts';
import type { Brain } from './brain.port.ts';
import type { SpeechUse } from './protocols.ts';
import type { Recognizer } from './recognizer.port.ts';
import type { SpeechDetector } from './speech-detector.port.ts';
import type { Voice } from './voice.port.ts';

/** Everything a conversation needs of the speech of one tenant: its providers in their order, with what falls back to what already decided. */
export interface TenantSpeech {
  recognizer(language: CustomerLanguage): Recognizer;
  voice(language: CustomerLanguage): Voice;
  brain(): Brain;
  /** Language models alone, without what this machine answers by itself; null where none is set up. */
  model(): Brain | null;
  detector: SpeechDetector;
}

/** Who is asked first, where that shall be another than the tenant's order says; by channel. One that is gone is as if it had not been chosen. */
export interface SpeechChoice {
  recognition?: SpeechChannel | null | undefined;
  voice?: SpeechChannel | null | undefined;
  /** What the chosen voice is called, by language; where it says nothing, its usual one. */
  voices?: Readonly<Partial<Record<CustomerLanguage, string>>> | undefined;
  brain?: SpeechChannel | null | undefined;
}

/** Finds the speech of a tenant; what it says is true for one conversation, and changes of settings are seen by the next. */
export interface Speech {
  /** `onUsed` hears of every piece of work: who did it, and how soon the first of it came. */
  of(tenantId: number, onUsed?: (used: SpeechUsed) => void, choice?: SpeechChoice): Promise<TenantSpeech>;
}

/** Tells of a voice that callers would have to wait for. */
export interface VoiceArrival {
  /** Null: who speaks first can speak at once, or nobody ever will. Otherwise it is fetched from now on. */
  coming(tenantId: number, language: CustomerLanguage, choice?: SpeechChoice): Promise<VoiceComing | null>;
}

export interface VoiceComing {
  there: Promise<'came' | 'failed'>;
}

/** Recognition counts from the end of a turn to its text, a voice to its first sample, a brain to its first piece. */
export interface SpeechUsed {
  use: SpeechUse;
  provider: string;
  firstByteMs: number;
}

/** What this machine can do without any provider. */
export interface EmbeddedSpeech {
  recognizer: Recognizer;
  voice: Voice;
  brain: Brain;
  detector: SpeechDetector;
  /** Fetches models where they are missing; `state` tells how far. */
  prepare(): Promise<void>;
  state(): EmbeddedSpeechState;
  close(): Promise<void>;
}

/** `missing`: not asked for yet. `unavailable`: this machine cannot (no package for it, no way to fetch). */
export type EmbeddedSpeechState =
  | { at: 'ready' }
  | { at: 'missing' }
  | { at: 'fetching'; doneBytes: number; totalBytes: number }
  | { at: 'unavailable'; why: string };
