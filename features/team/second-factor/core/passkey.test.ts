import { expect, test } from 'vitest';
import { challengeOf, counterOf, credentialIdOf, isLater } from './passkey.ts';

const rpIdHash = new Uint8Array(32).fill(7);
const expected = { deed: 'webauthn.get', origin: 'https://seat.example', rpIdHash } as const;
const clientData = { type: 'webauthn.get', origin: 'https://seat.example', challenge: 'abc' };

test('[SHELL-30] an answer counts for the deed, the site and the challenge it was asked for', () => {
  expect(challengeOf(JSON.stringify(clientData), expected)).toBe('abc');
  for (const other of [
    { ...clientData, type: 'webauthn.create' },
    { ...clientData, origin: 'https://seat.example.evil.example' },
    { ...clientData, crossOrigin: true },
    { ...clientData, challenge: 7 },
    null,
  ])
    expect(challengeOf(JSON.stringify(other), expected)).toBeNull();
  expect(challengeOf('no JSON', expected)).toBeNull();
});

test('[SHELL-30] an authenticator signs for our domain, with somebody who touched it', () => {
  const data = (flags: number, hash = rpIdHash) => new Uint8Array([...hash, flags, 0, 0, 1, 2]);
  expect(counterOf(data(0x01), expected)).toBe(258);
  expect(counterOf(data(0x05), expected)).toBe(258);
  expect(counterOf(data(0x04), expected)).toBeNull();
  expect(counterOf(data(0x01, new Uint8Array(32)), expected)).toBeNull();
  expect(counterOf(data(0x01).subarray(0, 36), expected)).toBeNull();
});

test('[SHELL-30] the id of a new key is as long as it says', () => {
  const data = (flags: number, length: number, id: number[]) =>
    new Uint8Array([...rpIdHash, flags, 0, 0, 0, 0, ...Array<number>(16).fill(0), length >> 8, length & 255, ...id]);
  expect(credentialIdOf(data(0x41, 3, [1, 2, 3, 99]))).toEqual(new Uint8Array([1, 2, 3]));
  expect(credentialIdOf(data(0x41, 3, [1, 2]))).toBeNull();
  expect(credentialIdOf(data(0x01, 3, [1, 2, 3]))).toBeNull();
  expect(credentialIdOf(data(0x41, 0, []))).toBeNull();
});

test('[SHELL-30] a counter that does not grow belongs to a copy', () => {
  expect([isLater(0, 0), isLater(1, 0), isLater(5, 4)]).toEqual([true, true, true]);
  expect([isLater(4, 4), isLater(3, 4), isLater(0, 4)]).toEqual([false, false, false]);
});
