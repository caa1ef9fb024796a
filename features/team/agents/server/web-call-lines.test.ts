import { expect, test } from 'vitest';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import { lineUrl } from './web-call-lines.ts';

const exchange: ExchangeFacts = { domain: 'calls.example', node: 'node-1', iceServers: () => [] };

test.each([
  ['http://localhost:3000', 'http://localhost:3000', 'ws://localhost:3000/cc/sip/main'],
  ['http://localhost:3000', 'http://192.0.2.7:3000', 'ws://192.0.2.7:3000/cc/sip/main'],
  ['http://localhost:3000', 'https://calls.example', 'wss://calls.example/cc/sip/main'],
  // The proxy speaks https to browsers and http to us.
  ['https://calls.example', 'http://calls.example', 'wss://calls.example/cc/sip/main'],
  ['https://calls.example', undefined, 'wss://calls.example/cc/sip/main'],
  ['https://calls.example', 'nonsense', 'wss://calls.example/cc/sip/main'],
])('[CC-01] at %s, asked as %s, phones find the line at %s', (publicUrl, site, url) => {
  expect(lineUrl({ publicUrl, exchange }, site, { path: 'main' })).toBe(url);
});

test('[CC-01] phones of an exchange outside the product are sent there, told how they came', () => {
  const phoneSockets = (ours: string): string => `${ours.split(':')[0]}://phones.example:17004`;
  const world = { publicUrl: 'https://calls.example', exchange: { ...exchange, phoneSockets } };
  expect(lineUrl(world, 'http://calls.example', { path: 'main' })).toBe('wss://phones.example:17004/cc/sip/main');
});
