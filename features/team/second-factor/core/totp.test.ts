import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { toBase32 } from './base32.ts';
import { readRecoveryCode, writeRecoveryCode } from './recovery-codes.ts';
import { acceptedStep, digitsOf, otpauthUri, stepAt } from './totp.ts';

const counter = (step: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(step));
  return bytes;
};
const codeOf = (hash: string, key: string, step: number, digits?: number): string =>
  digitsOf(createHmac(hash, key).update(counter(step)).digest(), digits);

// RFC 6238, appendix B.
const KEYS = {
  sha1: '12345678901234567890',
  sha256: '12345678901234567890123456789012',
  sha512: '1234567890123456789012345678901234567890123456789012345678901234',
};
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
])('[ADMIN-01] the codes of RFC 6238 at second %i', (second, sha1, sha256, sha512) => {
  const step = stepAt(second * 1_000);
  expect(codeOf('sha1', KEYS.sha1, step, 8)).toBe(sha1);
  expect(codeOf('sha256', KEYS.sha256, step, 8)).toBe(sha256);
  expect(codeOf('sha512', KEYS.sha512, step, 8)).toBe(sha512);
});

const codeAt = (step: number): string => codeOf('sha1', KEYS.sha1, step);
const nowMs = 1_111_111_111_000;
const now = stepAt(nowMs);

test('[ADMIN-01] a clock may be a step off either way, not two', () => {
  const accepted = (step: number) => acceptedStep(codeAt(step), { nowMs, lastStep: 0, codeAt });
  expect([-2, -1, 0, 1, 2].map((drift) => accepted(now + drift))).toEqual([null, now - 1, now, now + 1, null]);
});

test('[ADMIN-01] a code works once, and none that came before it', () => {
  const after = (lastStep: number, step: number) => acceptedStep(codeAt(step), { nowMs, lastStep, codeAt });
  expect(after(now, now)).toBeNull();
  expect(after(now, now - 1)).toBeNull();
  expect(after(now, now + 1)).toBe(now + 1);
});

test('the key is written as authenticator apps take it', () => {
  // RFC 4648, section 10, without padding.
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
  expect(otpauthUri({ issuer: 'OpenSeat', account: 'ana+1@aurora.example', key: 'MZXW6' })).toBe(
    'otpauth://totp/OpenSeat:ana%2B1%40aurora.example?secret=MZXW6&issuer=OpenSeat&algorithm=SHA1&digits=6&period=30',
  );
});

test('[ADMIN-01] a recovery code is read however somebody typed it', () => {
  const code = writeRecoveryCode(Buffer.from('0123456789'));
  expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  expect(readRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(code.replaceAll('-', ''));
  expect(readRecoveryCode('a0b1-c8dd-eeee-ffff')).toBe('aobicbddeeeeffff');
  expect(readRecoveryCode('123456')).toBeNull();
});
