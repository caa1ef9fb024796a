import { expect, test } from 'vitest';
import { optWish } from './opt-out.ts';
import { costOf } from './price.ts';
import { fillTemplate, unknownVariables } from './template.ts';

test('[SMS-03] a template says what it lacks, and takes the word written for that case', () => {
  const values = { customerName: 'Ana Ruiz', agentName: 'Budi' };
  expect(fillTemplate('Hi {customerName}, {agentName} here.', values)).toEqual({
    text: 'Hi Ana Ruiz, Budi here.',
    missing: [],
  });
  expect(fillTemplate('Hi {firstName}, {firstName} {callDate}', values)).toEqual({
    text: 'Hi {firstName}, {firstName} {callDate}',
    missing: ['firstName', 'callDate'],
  });
  expect(fillTemplate('Hi {firstName|there}!', { firstName: ' ' })).toEqual({ text: 'Hi there!', missing: [] });
  expect(fillTemplate('{firstName|}x', {})).toEqual({ text: 'x', missing: [] });
  expect(fillTemplate('{customerName}', { customerName: '{agentName}' }).text).toBe('{agentName}');
  expect(unknownVariables('{customerName} {naem} {naem} { } {x|y}')).toEqual(['naem', 'x']);
});

test.each([
  ['STOP', 'stop'],
  ['stop.', 'stop'],
  [' Stop please ', 'stop'],
  ['baja', 'stop'],
  ['BAJA, por favor', 'stop'],
  ['no más', 'stop'],
  ['TD', 'stop'],
  ['退订', 'stop'],
  ['退订。', 'stop'],
  ['ＳＴＯＰ', 'stop'],
  ['berhenti', 'stop'],
  ['Unsubscribe!', 'stop'],
  ['START', 'start'],
  ['alta', 'start'],
  ['mulai', 'start'],
  ['恢复', 'start'],
  ['Please stop by the office tomorrow', null],
  ['stop it at the second floor', null],
  ['endless', null],
  ['', null],
  ['👍', null],
  ['yes', null],
] as const)('[SMS-03] the answer “%s” means %s', (text, wish) => {
  expect(optWish(text)).toBe(wish);
});

test.each([
  [1, 350, 2, 4],
  [2, 350, 2, 7],
  [3, 79, 2, 3],
  [1, 0, 2, 0],
  [2, 10_000, 0, 2],
  [1, 1, 2, 1],
])('[SMS-03] %i parts at %i ten-thousandths cost %i', (segments, priceE4, minorDigits, cost) => {
  expect(costOf({ segments, priceE4, minorDigits })).toBe(cost);
});
