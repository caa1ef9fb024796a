import { expect, test } from 'vitest';
import { readFilter } from './filter.ts';

test.each([
  ['userName eq "a@b.example"', { by: 'userName', value: 'a@b.example' }],
  ['USERNAME EQ "a \\"b\\""', { by: 'userName', value: 'a "b"' }],
  ['externalId eq "7"', { by: 'externalId', value: '7' }],
  ['emails[type eq "work"].value eq "a@b.example"', { by: 'userName', value: 'a@b.example' }],
])('[ADMIN-03] %s is read', (text, filter) => {
  expect(readFilter(text)).toEqual(filter);
});

test.each([
  '',
  'userName',
  'userName eq a',
  'userName co "a"',
  'title eq "a"',
  'userName eq "a" or id eq "1"',
  'id eq "\\x"',
])('[ADMIN-03] «%s» is no filter we know', (text) => {
  expect(() => readFilter(text)).toThrow('Filters are');
});
