import { expect, test } from 'vitest';
import { keptDays, keptValue } from './retention.ts';

test.each<[string | undefined, number | null]>([
  [undefined, 365],
  ['0', null],
  ['30', 30],
  ['3650', 3_650],
  ['3651', null],
  ['', null],
  ['soon', null],
  ['-1', null],
])('[CALL-25] the setting %j keeps recordings %j days', (value, days) => expect(keptDays(value)).toBe(days));

test.each([null, 1, 365])('[CALL-25] %j days are read as they were written', (days) =>
  expect(keptDays(keptValue(days))).toBe(days),
);
