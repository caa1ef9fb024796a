import { expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { announcementLanguage } from './announcement-text.ts';

test.each(languages)('[ANN-01] English is shown in %s when it is written, Chinese or not', (language) => {
  expect(announcementLanguage(language, { en: 'Maintenance tonight', cn: '今晚维护' })).toBe('en');
  expect(announcementLanguage(language, { en: 'Maintenance tonight', cn: '' })).toBe('en');
});

test('[ANN-01] Chinese is shown when the language is zh-CN and English is absent', () => {
  expect(announcementLanguage('zh-CN', { en: '', cn: '今晚维护' })).toBe('cn');
  expect(announcementLanguage('zh-CN', { en: ' \n', cn: '今晚维护' })).toBe('cn');
});

test.each(['en-US', 'es-MX', 'id-ID'] as const)(
  '[ANN-01] where English is absent, %s shows what there is',
  (language) => {
    expect(announcementLanguage(language, { en: '', cn: '今晚维护' })).toBe('cn');
  },
);
