import { expect, test } from 'vitest';
import { likeliestLanguage } from './language-of.ts';

test.each([
  ['Hello, I would like to speak with somebody', 'en'],
  ['Hola, quiero hablar con alguien por favor', 'es'],
  ['你好，我想预约', 'zh'],
  ['Halo, saya mau bicara dengan petugas', 'id'],
  ['すみません、予約をしたいです', 'ja'],
  ['Добрый день', 'ru'],
] as const)('[FLOW-11] the language of “%s” is %s', (text, language) => {
  const found = likeliestLanguage(text, ['en', 'es', 'zh', 'id', 'ja', 'ru']);
  expect(found.language).toBe(language);
  expect(found.scores[language]).toBeGreaterThan(0.5);
});

test('[FLOW-11] where nothing gives it away it is the first, and nothing speaks for any', () => {
  expect(likeliestLanguage('5551234', ['es', 'en'])).toEqual({ language: 'es', scores: { es: 0, en: 0 } });
});
