import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Sentences that were said before, by timbre, language and words; the ones used longest ago go first. */
export interface PromptCache {
  find(timbre: string, language: CustomerLanguage, text: string): Int16Array | null;
  keep(timbre: string, language: CustomerLanguage, text: string, samples: Int16Array): void;
}

const TEXT_MOST = 300;
const BYTES_MOST = 64_000_000;

export function openPromptCache(bytesMost = BYTES_MOST): PromptCache {
  const kept = new Map<string, Int16Array>();
  let bytes = 0;
  const keyOf = (timbre: string, language: string, text: string): string => `${timbre} ${language} ${text}`;
  return {
    find(timbre, language, text) {
      const key = keyOf(timbre, language, text);
      const samples = kept.get(key);
      if (!samples) return null;
      kept.delete(key);
      kept.set(key, samples);
      return samples;
    },
    keep(timbre, language, text, samples) {
      const key = keyOf(timbre, language, text);
      if (text.length > TEXT_MOST || kept.has(key)) return;
      kept.set(key, samples);
      bytes += samples.byteLength;
      for (const [oldest, { byteLength }] of kept) {
        if (bytes <= bytesMost) return;
        kept.delete(oldest);
        bytes -= byteLength;
      }
    },
  };
}
