import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);

test('what is sealed opens with its key and for what it belongs to, and for nothing else', () => {
  const sealed = seal(key, 'secret 密', { bound: 'channel 7' });
  expect(unseal(key, sealed, { bound: 'channel 7' })).toBe('secret 密');
  expect(unseal(key, sealed, { bound: 'channel 8' })).toBeNull();
  expect(unseal(key, sealed)).toBeNull();
  expect(unseal(randomBytes(32), sealed, { bound: 'channel 7' })).toBeNull();
});

test('a byte that was changed or cut off opens nothing', () => {
  const sealed = seal(key, 'secret');
  for (let at = 0; at < sealed.length; at += 1)
    expect(unseal(key, Buffer.from(sealed.map((byte, index) => (index === at ? byte ^ 1 : byte))))).toBeNull();
  for (const length of [0, 12, 27, sealed.length - 1]) expect(unseal(key, sealed.subarray(0, length))).toBeNull();
});

test('equal texts look different, but where their nonce follows from them', () => {
  expect(seal(key, 'x')).not.toEqual(seal(key, 'x'));
  const nonceFrom = randomBytes(32);
  expect(seal(key, 'x', { nonceFrom })).toEqual(seal(key, 'x', { nonceFrom }));
});
