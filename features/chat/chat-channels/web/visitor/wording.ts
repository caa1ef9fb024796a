import { language } from '#platform/web/i18n.ts';
import { languages, type Language } from '#shared/languages.ts';

/** A text of the channel in the visitor's language, else in the first it is written in. */
export function inLanguage(texts: Partial<Record<Language, string>>): string {
  return texts[language()] || languages.map((one) => texts[one]).find(Boolean) || '';
}
