import type { Language } from '#shared/languages.ts';

export interface CodeCalls {
  /** What a voice says of a text. Throws `voiceMissing` where nobody speaks. */
  spoken(tenantId: number, language: Language, text: string): Promise<Int16Array>;
  /** Calls a number and plays it to whoever answers, then hangs up. Throws what keeps the tenant from calling there. */
  call(tenantId: number, number: string, samples: Int16Array): Promise<void>;
  stop(): void;
}
