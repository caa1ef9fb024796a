import { expect, test } from 'vitest';
import { commonStem } from './common-stem.ts';

const used = new Set(['tinkerbell', 'jordan23', 'trustno1', 'horse']);
const isCommon = (password: string): boolean => used.has(password);

test.each([
  ['tinkerbell', 'tinkerbell'],
  ['Tinkerbell77!', 'tinkerbell'],
  ['!!2024tinkerbell', 'tinkerbell'],
  ['t1nk3rbell', 'tinkerbell'],
  ['Jordan23', 'jordan23'],
  ['TrustNo1', 'trustno1'],
  ['tinkerbells', null],
  ['correct horse staple', null],
  ['1234567890', null],
])('[ADMIN-01] %s is made of %s', (password, stem) => expect(commonStem(password, isCommon)).toBe(stem));
