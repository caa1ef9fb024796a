import { expect, test } from 'vitest';
import { diallable } from './diallable.ts';

test.each([
  ['+52 (55) 1234-5678', '+525512345678'],
  ['0052 55 1234 5678', '00525512345678'],
  ['５５ １２３４ ５６７８', '5512345678'],
  ['tel:+14155550100', '+14155550100'],
  // Years, prices and names are no numbers to call.
  ['2026', null],
  ['ana 5512345678', null],
  ['5512345678;ext=1', null],
  ['1'.repeat(21), null],
  ['', null],
])('[PHONE-20] "%s" is dialled as %s', (typed, dialled) => expect(diallable(typed)).toBe(dialled));
