import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** What espeak-ng calls the languages. Not Japanese: it reads out signs it does not know one by one. French by this name only: "fr-fr" is silent. */
const VOICES: Partial<Record<CustomerLanguage, string>> = {
  es: 'es-419',
  en: 'en-us',
  hi: 'hi',
  ru: 'ru',
  uk: 'uk',
  sv: 'sv',
  zh: 'cmn',
  pt: 'pt-br',
  nl: 'nl',
  tr: 'tr',
  fr: 'fr',
  de: 'de',
  id: 'id',
  ko: 'ko',
  it: 'it',
};

export const spokenLanguages = Object.keys(VOICES) as CustomerLanguage[];

/** The voice of a language; a variant such as "f3" or "m2" may be asked for by name, anything else is its usual one. */
export function voiceOf(language: CustomerLanguage, name: string | null): string | null {
  const voice = VOICES[language];
  if (!voice) return null;
  return name !== null && /^([fm][1-5])$/.test(name) ? `${voice}+${name}` : voice;
}
