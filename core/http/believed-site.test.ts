import { expect, test } from 'vitest';
import { believedSite } from './believed-site.ts';

const set = { publicUrl: 'https://seat.example', isGuessed: false };
const guessed = { publicUrl: 'http://localhost:3000', isGuessed: true };

test.each([
  [set, 'http://evil.example', '10.0.0.5', 'https://seat.example'],
  [set, 'http://localhost:3000', '127.0.0.1', 'https://seat.example'],
  [guessed, 'http://evil.example', '10.0.0.5', 'http://localhost:3000'],
  [guessed, 'http://localhost.evil.example:3000', '127.0.0.1', 'http://localhost:3000'],
  [guessed, 'http://127.0.0.1:8080', '127.0.0.1', 'http://127.0.0.1:8080'],
  [guessed, 'http://[::1]:8080', '::1', 'http://[::1]:8080'],
  [guessed, 'http://10.0.0.5:8080', '::ffff:10.0.0.5', 'http://10.0.0.5:8080'],
  [guessed, 'http://10.0.0.6:8080', '10.0.0.5', 'http://localhost:3000'],
  [guessed, 'no address', '10.0.0.5', 'http://localhost:3000'],
  [guessed, undefined, undefined, 'http://localhost:3000'],
])('[CHAT-08] with %j, asked at %s on %s, we are %s', (installation, site, arrivedAt, expected) => {
  expect(believedSite(installation, { site, arrivedAt })).toBe(expected);
});
