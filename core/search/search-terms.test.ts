import { expect, test } from 'vitest';
import { searchFold } from './search-fold.ts';
import { hasTerms, searchTerms, termPattern } from './search-terms.ts';

test.each([
  ['González', 'gonzalez'],
  ['GONZÁLEZ', 'gonzalez'],
  ['Gonza\u0301lez', 'gonzalez'],
  ['Łukasz Strauß', 'lukasz strauss'],
  ['Søren Æbelø', 'soren aebelo'],
  ['İstanbul', 'istanbul'],
  ['Ｗａｎｇ　５５', 'wang 55'],
  ['김민준', '김민준'],
  ['がんばれ', 'がんばれ'],
  ['Ελένης', 'ελενησ'],
])('[CDP-01] %s is looked for as %s', (typed, folded) => expect(searchFold(typed)).toBe(folded));

test.each([
  ['+52 55 1234 5678', ['525512345678']],
  ['0052 (55) 1234-5678', ['525512345678']],
  ['055 1234 5678', ['5512345678']],
  ['５５１２３４５６７８', ['5512345678']],
  // What a number ends with is no number that was dialled.
  ['0100', ['0100']],
  ['López  Ana', ['lopez', 'ana']],
  ['ana 55 1234 5678', ['ana', '5512345678']],
  ['route 66', ['route', '66']],
  ['+52 ana', ['52', 'ana']],
  ['', []],
])('[CDP-01] "%s" asks for %j', (typed, terms) => expect(searchTerms(typed)).toEqual(terms));

test('[CDP-01] a short term is the beginning of a word, and signs of patterns mean themselves', () => {
  expect(termPattern('bj')).toBe('% bj%');
  expect(termPattern('100%')).toBe(String.raw`%100\%%`);
});

test('[CDP-01] names of the page are found in any order and without accents', () => {
  expect(hasTerms('Ana López', 'lopez an')).toBe(true);
  expect(hasTerms('Ana López', 'lopez bo')).toBe(false);
});
