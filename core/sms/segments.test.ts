import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodingOf, sizeOf, splitSms } from './segments.ts';

test.each([
  ['', 'gsm7', 0, 160],
  ['Hello', 'gsm7', 1, 155],
  ['¿Cómo está?', 'ucs2', 1, 59],
  ['¿Qué? ñ Ü à', 'gsm7', 1, 149],
  ['€', 'gsm7', 1, 158],
  ['a'.repeat(160), 'gsm7', 1, 0],
  ['a'.repeat(161), 'gsm7', 2, 145],
  ['a'.repeat(306), 'gsm7', 2, 0],
  ['a'.repeat(307), 'gsm7', 3, 152],
  [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'gsm7', 2, 141],
  ['好'.repeat(70), 'ucs2', 1, 0],
  ['好'.repeat(71), 'ucs2', 2, 63],
  ['🎉'.repeat(35), 'ucs2', 1, 0],
  [`${'好'.repeat(66)}🎉${'好'.repeat(5)}`, 'ucs2', 2, 60],
] as const)('[SMS-03] %s travels as %s in %i parts with room for %i', (text, encoding, segments, left) => {
  expect(sizeOf(text)).toMatchObject({ encoding, segments, left });
});

test('[SMS-03] parts are the text again, none is too long, none splits a letter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', '€', '[', 'ñ', '好', '🎉', '\n', '😀'), { maxLength: 500 }),
      fc.boolean(),
      (letters, plain) => {
        const text = letters.filter((letter) => !plain || encodingOf(letter) === 'gsm7').join('');
        const encoding = encodingOf(text);
        const parts = splitSms(text);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          const places =
            encoding === 'ucs2'
              ? part.length
              : [...part].reduce((sum, letter) => sum + ('€['.includes(letter) ? 2 : 1), 0);
          expect(places).toBeLessThanOrEqual(
            parts.length === 1 ? (encoding === 'ucs2' ? 70 : 160) : encoding === 'ucs2' ? 67 : 153,
          );
          expect(part.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});
