import { expect, test } from 'vitest';
import { processorMs } from '#test/processor-time.ts';
import { readKey } from './key-body.ts';
import { MAX_BODY_CHARS } from './sip-constants.ts';

test.each([
  ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', '5'],
  ['application/dtmf-relay', 'Duration=160\r\n Signal = a \r\n', 'A'],
  ['application/dtmf-relay', 'Signal=12\r\n', null],
  ['application/dtmf-relay', '5', null],
  ['application/dtmf', ' #\r\n', '#'],
  ['application/dtmf', '55', null],
] as const)('[CALL-15] an INFO %s with %j tells of the key %s', (type, body, key) => {
  expect(readKey(type, body)).toBe(key);
});

test('a body made to keep its reader busy is read in a moment', () => {
  const tookMs = processorMs(() => {
    for (const blank of ['\n', '\r\n', ' ', '\t']) {
      for (const type of ['application/dtmf', 'application/dtmf-relay'] as const)
        expect(readKey(type, `${blank.repeat(MAX_BODY_CHARS / 2)}x`)).toBe(null);
      expect(readKey('application/dtmf-relay', `Signal=${blank.repeat(MAX_BODY_CHARS / 2)}x`)).toBe(null);
    }
  });
  expect(tookMs).toBeLessThan(1_000);
});
