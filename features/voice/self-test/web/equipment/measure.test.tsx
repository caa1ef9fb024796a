import { expect, test } from 'vitest';
import { browserFacts } from './measure.ts';

const at = (userAgent: string, more: object = {}) =>
  browserFacts('granted', { navigator: { userAgent } as Navigator, WebSocket: Object, AudioContext: Object, ...more });

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome 140',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/139.0.0.0',
    'Edge 139',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari 17',
    'macOS',
  ],
  ['something', '', ''],
])('[EQUIP-05] a browser says what it is: %s', (userAgent, name, system) => {
  expect(at(userAgent)).toEqual({ name, system, webSockets: true, audioContext: true, microphoneAllowed: true });
});

test('[EQUIP-05] what a browser lacks is found', () => {
  expect(at('x', { WebSocket: undefined, AudioContext: undefined })).toMatchObject({
    webSockets: false,
    audioContext: false,
  });
  expect(browserFacts('denied', { navigator: { userAgent: 'x' } as Navigator }).microphoneAllowed).toBe(false);
});
