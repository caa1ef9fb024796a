import { expect, test } from 'vitest';
import { lineUrl } from './web-call-lines.ts';

test.each([
  ['http://localhost:3000', 'http://localhost:3000', 'ws://localhost:3000/cc/sip/main'],
  ['http://localhost:3000', 'http://192.0.2.7:3000', 'ws://192.0.2.7:3000/cc/sip/main'],
  ['http://localhost:3000', 'https://calls.example', 'wss://calls.example/cc/sip/main'],
  // The proxy speaks https to browsers and http to us.
  ['https://calls.example', 'http://calls.example', 'wss://calls.example/cc/sip/main'],
  ['https://calls.example', undefined, 'wss://calls.example/cc/sip/main'],
  ['https://calls.example', 'nonsense', 'wss://calls.example/cc/sip/main'],
])('[CC-01] at %s, asked as %s, phones find the line at %s', (publicUrl, site, url) => {
  expect(lineUrl(publicUrl, site, { path: 'main' })).toBe(url);
});
