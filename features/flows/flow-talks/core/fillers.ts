import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

const fillers: Readonly<Record<CustomerLanguage, string>> = {
  es: 'Un momento, por favor.',
  en: 'One moment, please.',
  hi: 'कृपया एक क्षण रुकिए।',
  ja: '少々お待ちください。',
  ru: 'Одну минуту, пожалуйста.',
  uk: 'Хвилинку, будь ласка.',
  sv: 'Ett ögonblick, tack.',
  zh: '请稍等。',
  pt: 'Um momento, por favor.',
  nl: 'Een ogenblik, alstublieft.',
  tr: 'Bir saniye lütfen.',
  fr: 'Un instant, s’il vous plaît.',
  de: 'Einen Moment, bitte.',
  id: 'Mohon tunggu sebentar.',
  ko: '잠시만 기다려 주세요.',
  it: 'Un momento, per favore.',
};

/** Said while whoever answers takes long. */
export const fillerOf = (language: CustomerLanguage): string => fillers[language];

/** An answer that takes longer is bridged. */
export const FILLER_MS = 1_200;
