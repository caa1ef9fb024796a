import { describe, expect, test } from 'vitest';
import { nearestPhrases, phraseSaid } from './phrase-said.ts';

const english = ['I want to pay my bill', 'Talk to an agent', 'Cancel my order', 'Yes', 'No'];

describe('phrases', () => {
  test.each([
    ['I want to pay my bill.', 'I want to pay my bill'],
    ['talk to an AGENT!', 'Talk to an agent'],
    ['Um, talk to an agent please', 'Talk to an agent'],
    ['Cancel my orders', 'Cancel my order'],
    ['yes', 'Yes'],
    ['No.', 'No'],
    ['Yesterday', null],
    ["I don't want to pay my bill", null],
    ["Don't cancel my order", null],
    ['What is the weather', null],
    ['No, thank you, goodbye', 'No'],
    ['There is no place like the place where I was born', null],
    ['', null],
  ])('[FLOW-11] "%s" says %s', (text, phrase) => {
    expect(phraseSaid(text, english)).toBe(phrase);
  });

  test('[FLOW-11] Chinese needs no blanks, and a denial is no consent', () => {
    expect(phraseSaid('我想转人工服务。', ['转人工', '查账单'])).toBe('转人工');
    expect(phraseSaid('我不要转人工', ['转人工', '查账单'])).toBeNull();
  });

  test('[FLOW-11] of many phrases the nearest are tried', () => {
    const many = [...Array.from({ length: 60 }, (_, at) => `subject ${at}`), 'cancel my order'];
    expect(nearestPhrases('cancer my older', many, 3)[0]).toBe('cancel my order');
    expect(nearestPhrases('cancer my older', many, 3)).toHaveLength(3);
  });

  test('[FLOW-11] the longest phrase wins where one holds another', () => {
    expect(phraseSaid('pay my bill in full today', ['pay my bill', 'pay my bill in full'])).toBe('pay my bill in full');
  });
});
