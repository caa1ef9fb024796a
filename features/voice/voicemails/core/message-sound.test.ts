import { expect, test } from 'vitest';
import { isMessage } from './message-sound.ts';

const RATE = 8_000;
const sound = (parts: readonly { ms: number; loud: number }[]): Int16Array =>
  Int16Array.from(
    parts.flatMap(({ ms, loud }) =>
      Array.from({ length: (RATE * ms) / 1_000 }, (_, n) =>
        Math.round(loud * Math.sin((2 * Math.PI * 440 * n) / RATE)),
      ),
    ),
  );

test.each([
  ['two seconds of speech', [{ ms: 2_000, loud: 3_000 }], true],
  [
    'half a minute of nothing and then a word',
    [
      { ms: 30_000, loud: 0 },
      { ms: 400, loud: 1_000 },
    ],
    true,
  ],
  ['a quiet voice', [{ ms: 1_500, loud: 500 }], true],
  ['nothing', [{ ms: 10_000, loud: 0 }], false],
  ['the noise of a line', [{ ms: 10_000, loud: 60 }], false],
  [
    'a click and nothing',
    [
      { ms: 100, loud: 9_000 },
      { ms: 5_000, loud: 0 },
    ],
    false,
  ],
  ['less than a second', [{ ms: 900, loud: 9_000 }], false],
] as const)('[CC-16] whether there is a message: %s', (_what, parts, expected) => {
  expect(isMessage(sound(parts), RATE)).toBe(expected);
});

test('[CC-16] a steady offset is no sound', () => {
  expect(isMessage(new Int16Array(RATE * 3).fill(3_000), RATE)).toBe(false);
});
