import { codes, type CodeOf } from '../codes.ts';

/** Languages a customer can speak with a flow (specification P9). */
export const CustomerLanguage = codes({
  spanish: { code: 'es', key: 'customerLanguage.spanish' },
  english: { code: 'en', key: 'customerLanguage.english' },
  hindi: { code: 'hi', key: 'customerLanguage.hindi' },
  japanese: { code: 'ja', key: 'customerLanguage.japanese' },
  russian: { code: 'ru', key: 'customerLanguage.russian' },
  ukrainian: { code: 'uk', key: 'customerLanguage.ukrainian' },
  swedish: { code: 'sv', key: 'customerLanguage.swedish' },
  chinese: { code: 'zh', key: 'customerLanguage.chinese' },
  portuguese: { code: 'pt', key: 'customerLanguage.portuguese' },
  dutch: { code: 'nl', key: 'customerLanguage.dutch' },
  turkish: { code: 'tr', key: 'customerLanguage.turkish' },
  french: { code: 'fr', key: 'customerLanguage.french' },
  german: { code: 'de', key: 'customerLanguage.german' },
  indonesian: { code: 'id', key: 'customerLanguage.indonesian' },
  korean: { code: 'ko', key: 'customerLanguage.korean' },
  italian: { code: 'it', key: 'customerLanguage.italian' },
});
export type CustomerLanguage = CodeOf<typeof CustomerLanguage>;
