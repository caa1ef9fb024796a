import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { PcmStream } from '#core/telephony/telephony.port.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { After } from '#platform/server/timer.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Mouth } from './mouth.ts';
import type { PromptCache } from './prompt-cache.ts';

/** Sounds a tenant uploaded, 8 kHz; null for one that is gone. */
export interface UploadedSounds {
  samples(tenantId: number, soundId: number): Promise<Int16Array | null>;
}

export interface VoiceMouthParts {
  stream: PcmStream;
  speech: TenantSpeech;
  sounds(soundId: number): Promise<Int16Array | null>;
  cache?: PromptCache;
  kept?(voice: string, language: CustomerLanguage, text: string): Promise<Int16Array | null>;
  clock: Clock;
  after: After;
  language: CustomerLanguage;
  /** Those the flow speaks. */
  languages: readonly CustomerLanguage[];
  report(problem: unknown): void;
}

export interface VoiceMouth extends Mouth {
  presses(key: string): void;
}
