import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speechPieces } from './speech-pieces.ts';

describe('a text in pieces to be spoken', () => {
  test.each([
    ['Good morning. How can I help you? Fine!', ['Good morning.', 'How can I help you?', 'Fine!']],
    ['您好，我是小美。请问有什么可以帮您？好的', ['您好，我是小美。', '请问有什么可以帮您？', '好的']],
    ['It costs 3.50 euros.', ['It costs 3.50 euros.']],
    ['He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
    ['One line\nand another', ['One line', 'and another']],
    ['  ', []],
    ['... ?! —', []],
  ])('[FLOW-11] "%s"', (text, pieces) => {
    expect(speechPieces(text)).toEqual(pieces);
  });

  test('[FLOW-11] a long sentence is cut at its pauses, then between words', () => {
    expect(speechPieces('when you come home, call me, and then we will see', 30)).toEqual([
      'when you come home, call me,',
      'and then we will see',
    ]);
    expect(speechPieces('one two three four five six', 10)).toEqual(['one two', 'three four', 'five six']);
  });

  test('[FLOW-11] nothing is lost and no piece is too long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '好', '😀', ' ', '.', ',', '。', '?', '\n'), maxLength: 300 }),
        (text) => {
          const pieces = speechPieces(text, 20);
          const letters = (some: string) => some.replace(/[^\p{L}\p{N}]/gu, '');
          expect(letters(pieces.join(''))).toBe(letters(text));
          for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(20);
        },
      ),
    );
  });
});
