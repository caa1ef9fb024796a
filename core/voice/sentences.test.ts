import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSentences, sentencesOf } from './sentences.ts';

test.each([
  ['Hello. How are you? Fine!', ['Hello.', 'How are you?', 'Fine!']],
  ['Dr. Lee costs 3.50 dollars. Yes.', ['Dr. Lee costs 3.50 dollars.', 'Yes.']],
  ['您好。请问有什么可以帮您？', ['您好。', '请问有什么可以帮您？']],
  ['El Sr. Gómez llegó. ¿Algo más?', ['El Sr. Gómez llegó.', '¿Algo más?']],
  ['We said “no.” Then we left.', ['We said “no.”', 'Then we left.']],
  ['', []],
])('[FLOW-11] an answer is said by its sentences: %s', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test('[FLOW-11] a sentence comes out as soon as what follows it begins', () => {
  const sentences = openSentences();
  expect(sentences.push('Your order')).toEqual([]);
  expect(sentences.push(' left.')).toEqual([]);
  expect(sentences.push(' It')).toEqual(['Your order left.']);
  expect(sentences.rest()).toEqual(['It']);
});

test('[FLOW-11] a long beginning is cut at a comma, so that it can be said early', () => {
  expect(openSentences().push('Thank you for calling the reservations of Aurora Travel today, my name is')).toEqual([
    'Thank you for calling the reservations of Aurora Travel today,',
  ]);
});

test('[FLOW-11] however an answer is cut into pieces, no letter of it is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', ',', '!', '。', '3') })), (pieces) => {
      const sentences = openSentences();
      const joined = [...pieces.flatMap((piece) => sentences.push(piece)), ...sentences.rest()].join('');
      expect(joined.replace(/\s/g, '')).toBe(pieces.join('').replace(/\s/g, ''));
    }),
  );
});
