import type { Language } from '#shared/languages.ts';

/** The languages an announcement is written in; one of them may be empty. */
export interface Bilingual {
  cn: string;
  en: string;
}

/**
 * Which of the two texts is shown first. Specification W7, word for word: "English is used unless the language is
 * zh-CN and English is absent." So somebody who reads zh-CN sees English too where both are written; the screen
 * offers the Chinese text beside it. For other languages it names no way out when English is absent: they get the
 * Chinese text, since an announcement that cannot be read at all would block the page with nothing in it.
 */
export function announcementLanguage(language: Language, { cn, en }: Bilingual): keyof Bilingual {
  const isAbsent = en.trim() === '';
  if (language === 'zh-CN' && isAbsent) return 'cn';
  return isAbsent && cn.trim() !== '' ? 'cn' : 'en';
}
