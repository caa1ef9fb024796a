import { expect, test } from 'vitest';
import { afterTry, PAUSE_AFTER_MS, RETRY_AFTER_MS, TRIES_MOST } from './after-try.ts';
import { isReceiverAddress, withoutSecrets } from '#core/http/receiver-address.ts';

const NOW_MS = 1_800_000_000_000;
const works = { tries: 1, failingSinceMs: null };

test.each([200, 201, 204, 299])('[ADMIN-06] the answer %i is a delivery', (status) => {
  expect(afterTry({ status }, works, NOW_MS)).toEqual({ state: 'delivered' });
});

test.each([
  [{ status: 500 }, 'status'],
  [{ status: 404 }, 'status'],
  [{ status: 100 }, 'status'],
  [{ status: 302 }, 'redirect'],
  [{ status: 308 }, 'redirect'],
  [{ reason: 'tooSlow' as const }, 'tooSlow'],
  [{ reason: 'privateAddress' as const }, 'privateAddress'],
])('[ADMIN-06] %j is tried again, and remembered as %s', (tried, why) => {
  expect(afterTry(tried, works, NOW_MS)).toEqual({ state: 'waiting', why, nextMs: NOW_MS + 60_000, hook: 'fails' });
});

test('[ADMIN-06] ten tries, each later than the one before, over about three days; then it is given up', () => {
  const waits = Array.from({ length: TRIES_MOST }, (_, index) =>
    afterTry({ status: 500 }, { tries: index + 1, failingSinceMs: NOW_MS - 1 }, NOW_MS),
  );
  expect(waits.map(({ state }) => state)).toEqual([...Array<string>(9).fill('waiting'), 'failed']);
  expect([...RETRY_AFTER_MS].sort((a, b) => a - b)).toEqual(RETRY_AFTER_MS);
  expect(RETRY_AFTER_MS[0]).toBe(60_000);
  expect(RETRY_AFTER_MS.at(-1)).toBe(24 * 3_600_000);
});

test('[ADMIN-06] gone switches the hook off, three days of failing pause it', () => {
  expect(afterTry({ status: 410 }, works, NOW_MS)).toEqual({ state: 'failed', why: 'status', hook: 'gone' });
  const since = (failingSinceMs: number) => afterTry({ reason: 'unreachable' }, { tries: 2, failingSinceMs }, NOW_MS);
  expect(since(NOW_MS - PAUSE_AFTER_MS)).toEqual({ state: 'failed', why: 'unreachable', hook: 'paused' });
  expect(since(NOW_MS - PAUSE_AFTER_MS + 1)).toMatchObject({ state: 'waiting', hook: 'fails' });
});

test.each(['https://hooks.example.com/a?b=1', 'https://crm.example:8443', 'https://xn--bcher-kva.example/x'])(
  '[ADMIN-06] %s can be entered',
  (url) => {
    expect(isReceiverAddress(url, { allowPrivate: false })).toBe(true);
  },
);

test.each([
  'http://hooks.example.com',
  'https://localhost/x',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://10.0.0.1.',
  'https://router.local/',
  'https://db.internal',
  'https://ana:secret@crm.example/',
  'ftp://crm.example',
  'crm.example',
  'https://',
  'https://crm.example/a b',
])('[ADMIN-06] %s cannot be entered', (url) => expect(isReceiverAddress(url, { allowPrivate: false })).toBe(false));

test('[ADMIN-06] in development http and this machine can be entered, other kinds cannot', () => {
  expect(isReceiverAddress('http://127.0.0.1:4000/hook', { allowPrivate: true })).toBe(true);
  expect(isReceiverAddress('file:///etc/passwd', { allowPrivate: true })).toBe(false);
});

test.each([
  ['https://chat.example/services/T0/B0/s3cret', 'https://chat.example/…'],
  ['https://crm.example:8443/?token=s3cret', 'https://crm.example:8443/…'],
  ['https://crm.example?s3cret', 'https://crm.example/…'],
  ['https://crm.example#s3cret', 'https://crm.example/…'],
  ['https://crm.example/', 'https://crm.example/'],
  ['https://crm.example', 'https://crm.example'],
])('[ADMIN-06] %s is told as %s to those who need not know more', (url, shown) =>
  expect(withoutSecrets(url)).toBe(shown),
);
