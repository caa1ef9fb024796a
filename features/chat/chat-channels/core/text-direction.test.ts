import { expect, test } from 'vitest';
import { directionOf } from './text-direction.ts';

test.each([
  [['es-MX', 'ar'], 'ltr'],
  [['ar-EG'], 'rtl'],
  [['he'], 'rtl'],
  [['fa-IR', 'en'], 'rtl'],
  [['ur'], 'rtl'],
  [['az-Arab'], 'rtl'],
  [['az'], 'ltr'],
  [['zh-CN'], 'ltr'],
  [[], 'ltr'],
  [['not a language'], 'ltr'],
] as const)('[CHAT-08] a browser that speaks %j reads %s', (languages, direction) => {
  expect(directionOf(languages)).toBe(direction);
});
