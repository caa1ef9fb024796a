import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { peerAddress } from './peer-address.ts';

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as unknown as IncomingMessage;

test.each<[string, false | number | string, string, string]>([
  ['nobody is believed', false, '10.0.0.5', '10.0.0.5'],
  ['the nearest proxy is believed', 1, '10.0.0.5', '198.51.100.7'],
  ['a proxy of our own network is believed', '10.0.0.0/8', '10.0.0.5', '198.51.100.7'],
  ['a stranger who claims to be a proxy is not', '10.0.0.0/8', '203.0.113.9', '203.0.113.9'],
])('%s', (_, trust, remote, expected) => {
  expect(peerAddress(trust)(from(remote, '198.51.100.7'))).toBe(expected);
});
