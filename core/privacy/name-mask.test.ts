import { expect, test } from 'vitest';
import { maskName, maskNamesIn, maskNumbersIn } from './name-mask.ts';

test.each([
  ['Lucía Hernández', 'L**'],
  ['王小明', '王**'],
  [' 𠮷野', '𠮷**'],
  ['', ''],
  ['  ', ''],
])('[SEC-01] the name %s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});

test('[SEC-01] a number in a remark is masked, other figures stay', () => {
  const shown = maskNumbersIn('Call +52 55 1234 5678 on 12 May, order 4711, not (55) 1234-5678.');
  expect(shown).not.toMatch(/1234/);
  expect(shown).toContain('on 12 May, order 4711, not');
});

test.each([
  ['１３８００１３８０００', '13'],
  ['电话 138\u00a00013\u20118000', '0013'],
  ['٠١٢٣٤٥٦٧٨٩', '0123'],
  ['一三八零零一三八零零零', '一三八'],
  ['幺三八 零零幺三 八零零零', '幺三'],
])('[SEC-01] %s is masked like any number', (text, digits) => {
  expect(maskNumbersIn(text)).not.toContain(digits);
  expect(maskNumbersIn(text)).toContain('***');
});

test('[SEC-01] a name in a sentence is masked, whole or a part of it, and nothing else', () => {
  expect(maskNamesIn('Hello Ana Pérez (mx)! ana, your order is on its way.', ['Ana Pérez (mx)', ''])).toBe(
    'Hello A**! a**, your order is on its way.',
  );
  expect(maskNamesIn('王小明您好', ['王小明'])).toBe('王**您好');
  expect(maskNamesIn('a.b', ['.'])).toBe('a.b');
});
