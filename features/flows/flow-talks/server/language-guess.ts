import type { Answer } from '#core/flow/flow-events.ts';
import { likeliestLanguage } from '#core/speech/language-of.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Which language somebody speaks, while a flow wants to know it: told from what they say next. */
export interface LanguageGuess {
  want(among: readonly CustomerLanguage[]): Promise<Answer>;
  /** Those it may be; null while nobody asks. */
  among(): readonly CustomerLanguage[] | null;
  /** `spoken`: what the recogniser took it for; it hears more than words tell. */
  heard(text: string, spoken: CustomerLanguage | null): void;
  silent(): void;
}

export function openLanguageGuess(): LanguageGuess {
  let wanted: { among: readonly CustomerLanguage[]; answer(answer: Answer): void } | null = null;

  function answer(guessed: Answer): void {
    const asked = wanted;
    wanted = null;
    asked?.answer(guessed);
  }

  return {
    want: (among) => new Promise((resolve) => void (wanted = { among, answer: resolve })),
    among: () => wanted?.among ?? null,
    heard(text, spoken) {
      if (!wanted) return;
      const { among } = wanted;
      const language = spoken && among.includes(spoken) ? { language: spoken } : {};
      answer({ ok: true, what: 'language', ...likeliestLanguage(text, among), ...language });
    },
    silent: () => answer({ ok: false, why: 'silence' }),
  };
}
