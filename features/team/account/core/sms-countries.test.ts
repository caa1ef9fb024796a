import { expect, test } from 'vitest';
import { mayText } from './sms-countries.ts';

test.each([
  ['+525512345678', null, true],
  ['+525512345678', ['MX'], true],
  ['+12125550100', ['MX'], false],
  ['+12125550100', ['US'], true],
  // Dialled like its neighbour, and many times as dear.
  ['+18765550100', ['US'], false],
  ['+9995550100', ['US'], false],
  ['+525512345678', [], false],
])('[ADMIN-01] a code to %s, with messages switched on to %j: %s', (number, countries, may) => {
  expect(mayText(number, countries && new Set(countries))).toBe(may);
});
