import { expect, test } from 'vitest';
import { commonWords } from './common-words.ts';
import { isGuessable } from './guessable.ts';

test.each([
  'password123',
  'Password2024!',
  'P@ssw0rd123',
  'p455w0rd!!',
  'passwordpassword',
  '1234567890',
  '0987654321',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'qwertyuiop',
  'QwertyUiop123',
  'asdfghjkl1',
  'zxcvbnm123',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '123123123123',
  'iloveyou12',
  'welcome1234',
  'admin123456',
  'summer2026',
  'Contraseña123',
  'rahasia123',
  'sayang1234',
  'woaini1314520',
  'openseat1234',
  'trustno1trustno1',
  'liverpool1',
  'changeme123',
  '5512345678',
])('[ADMIN-01] %s is what is tried first', (password) => {
  expect(isGuessable(password)).toBe(true);
});

test.each([
  'correct horse staple',
  'a quiet lighthouse',
  'twelve quiet phones',
  'a seat by the window',
  'openseat-demo',
  'x7#kQ9!mZ2pw',
  '静かな夜に月を見る人',
  'mi perro come zanahorias',
])('[ADMIN-01] %s is not', (password) => {
  expect(isGuessable(password)).toBe(false);
});

test.each([
  ['castillo2026', ['Ana Castillo']],
  ['CastilloAna77', ['Ana Castillo']],
  ['auroratravel1', ['Aurora Travel']],
  ['borealis!borealis', ['Borealis Bank']],
  ['lucia.cactus-2026', ['lucia.cactus@cactus.example']],
  ['Peña-2025-Peña', ['José Peña']],
])('[ADMIN-01] %s is foreseen of %j', (password, own) => {
  expect(isGuessable(password, own)).toBe(true);
  expect(isGuessable(`${password} under a lilac`, own)).toBe(false);
});

test('the words are told apart, and long ones come first', () => {
  expect(new Set(commonWords).size).toBe(commonWords.length);
  expect(commonWords.length).toBeGreaterThan(300);
  expect(commonWords[0]!.length).toBeGreaterThanOrEqual(commonWords.at(-1)!.length);
});
