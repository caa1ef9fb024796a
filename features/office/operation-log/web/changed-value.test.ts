import { expect, test } from 'vitest';
import { fieldWords, shownValue } from './changed-value.ts';

test.each([
  [null, { as: 'nothing' }],
  ['""', { as: 'nothing' }],
  ['[]', { as: 'nothing' }],
  ['true', { as: 'yes' }],
  ['false', { as: 'no' }],
  ['"Ana"', { as: 'text', text: 'Ana' }],
  ['3', { as: 'text', text: '3' }],
  ['"2026-03-01 10:00:00"', { as: 'moment', moment: '2026-03-01 10:00:00' }],
  ['["a",2]', { as: 'list', items: ['a', '2'] }],
  ['{"a":[{}]}', { as: 'code', text: '{\n  "a": [\n    {}\n  ]\n}' }],
  ['********78', { as: 'text', text: '********78' }],
])('[ADMIN-04] the value %s of a change is shown so that people can read it', (json, shown) => {
  expect(shownValue(json)).toEqual(shown);
});

test('[ADMIN-04] the field of a change is shown in words', () => {
  expect(fieldWords('seats.needDesensitize')).toBe('seats › need desensitize');
  expect(fieldWords('time_zone')).toBe('time zone');
});
