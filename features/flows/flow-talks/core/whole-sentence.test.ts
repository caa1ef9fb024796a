import { expect, test } from 'vitest';
import { saidSoFar } from './whole-sentence.ts';

const far = (
  text: string,
  language: 'en' | 'es' | 'zh' | 'id' = 'en',
  phrases: readonly string[] = [],
  phrase: string | null = null,
) => saidSoFar(text, { phrase, phrases, language });

test.each([
  ['en', 'I need help with my order.', 'sentence'],
  ['en', 'hello there', 'open'],
  ['en', 'I would like to', 'unfinished'],
  ['en', 'my address is', 'unfinished'],
  ['en', 'five five two', 'unfinished'],
  ['en', 'I have two.', 'sentence'],
  ['en', 'Fifty.', 'open'],
  ['es', 'Cinco.', 'open'],
  ['es', 'mi dirección es calle', 'unfinished'],
  ['es', 'cinco cinco dos', 'unfinished'],
  ['es', 'Quiero una cita.', 'sentence'],
  ['id', 'alamat saya jalan', 'unfinished'],
  ['id', 'lima lima dua', 'unfinished'],
  ['zh', '我的号码', 'unfinished'],
  ['zh', '五五二', 'unfinished'],
  ['zh', '我要投诉。', 'sentence'],
  ['en', '', 'open'],
] as const)('[FLOW-11] (%s) who said “%s” has said: %s', (language, text, so) => {
  expect(far(text, language)).toBe(so);
});

test('[FLOW-11] a phrase is all there is to say, unless a longer one begins so or something was begun behind it', () => {
  expect(far('sales', 'en', ['Sales', 'Support'])).toBe('phrase');
  expect(far('sails', 'en', ['Sales', 'Support'], 'Sales')).toBe('phrase');
  expect(far('sales', 'en', ['Sales', 'Sales support'])).toBe('sentence');
  expect(far('取消', 'zh', ['取消', '取消订单'])).toBe('sentence');
  expect(far('I want sales and', 'en', ['Sales'], 'Sales')).toBe('unfinished');
  expect(far('one two', 'en', ['one two', 'three four'])).toBe('phrase');
});
