import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

const hex = (words: Int32Array): string =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

test('the hash is the one everybody else computes, at every length around the edges of a block', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 200]) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(33 + (at % 90))).join('');
    expect(hex(sha256(text)), String(length)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
