import { expect, test } from 'vitest';
import { stagedAnswer } from './staged.ts';

test.each([
  ['answered', { ok: true, what: 'done' }],
  ['nobody', { ok: false, why: 'noAnswer' }],
  ['busy', { ok: false, why: 'busy' }],
  ['perhaps', null],
  ['', null],
])('[FLOW-11] a transfer that ends as %s answers the flow as a call would', (end, answer) => {
  expect(stagedAnswer('transfer', end)).toEqual(answer);
});

test('[FLOW-11] a message is left whether anything was said or not', () => {
  expect(stagedAnswer('voicemail', 'Please call me')).toEqual({ ok: true, what: 'done' });
  expect(stagedAnswer('voicemail', '')).toEqual({ ok: true, what: 'done' });
});
