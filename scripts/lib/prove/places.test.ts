import { expect, test } from 'vitest';
import { placesLost } from './places.ts';

const nobody = new Set<string>();

test('whoever stands where they stood has lost nothing, also when those before them are served or others come', () => {
  expect(placesLost({ before: ['a', 'b', 'c'], after: ['a', 'b', 'c'], left: nobody })).toEqual([]);
  expect(placesLost({ before: ['a', 'b', 'c'], after: ['b', 'c', 'd'], left: new Set(['a']) })).toEqual([]);
});

test('whoever is missing, or stands behind somebody they stood before, has lost their place', () => {
  expect(placesLost({ before: ['a', 'b'], after: ['b'], left: nobody })).toEqual(['a']);
  expect(placesLost({ before: ['a', 'b', 'c'], after: ['b', 'a', 'c'], left: nobody })).toEqual(['a']);
});
