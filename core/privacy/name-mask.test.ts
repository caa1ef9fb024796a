import { expect, test } from 'vitest';
import { maskName, maskNumbersIn } from './name-mask.ts';

test.each([['Lucía Hernández', 'L**'], ['王小明', '王**'], [' 𠮷野', '𠮷**'], ['', ''], ['  ', '']])('[SEC-01] the name %s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});

test('[SEC-01] a number in a remark is masked, other figures stay', () => {
  const shown = maskNumbersIn('Call +52 55 1234 5678 on 12 May, order 4711, not (55) 1234-5678.');
  expect(shown).not.toMatch(/1234/);
  expect(shown).toContain('on 12 May, order 4711, not');
});
