import { expect, test } from 'vitest';
import { isFromThisMachine, pagePolicy } from './security.ts';

const connects = (site: string, sockets: readonly string[] = []): string =>
  pagePolicy({ nonce: 'n', site, sockets })
    .split('; ')
    .find((rule) => rule.startsWith('connect-src'))!;

test.each([
  ['https://seat.example', "connect-src 'self' wss://seat.example"],
  ['http://localhost:3000', "connect-src 'self' ws://localhost:3000"],
  ['http://[::1]:3000', "connect-src 'self' ws://[::1]:3000"],
  ['https://seat.example; script-src *', "connect-src 'self'"],
])('a page of %s talks to its own server and to nobody else', (site, rule) => {
  expect(connects(site)).toBe(rule);
});

test('a page opens sockets at an exchange outside the product', () => {
  const rule = "connect-src 'self' wss://seat.example wss://phones.example:17005";
  expect(connects('https://seat.example', ['wss://phones.example:17005'])).toBe(rule);
});

test('[SEC-02] pages run scripts of our own alone, none of them inline, and are framed by nobody unless said', () => {
  const policy = pagePolicy({ nonce: 'n', site: 'https://seat.example' });
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

test('[SEC-02] what a proxy or another process of ours passes on is not asked by this machine', () => {
  const asked = (headers: object) =>
    isFromThisMachine({ raw: { socket: { remoteAddress: '127.0.0.1' } }, headers } as never);
  expect(asked({ host: 'localhost:3000' })).toBe(true);
  expect(asked({ host: 'localhost:3000', 'x-forwarded-for': '192.0.2.9' })).toBe(false);
  expect(asked({ host: 'localhost:3000', 'x-openseat-passed-on': 'words.signature' })).toBe(false);
});
