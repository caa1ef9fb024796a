import { expect, test } from 'vitest';
import { Password } from '../contract.ts';
import { isCommonPassword } from './common-passwords.ts';
import { refuseWeak } from './password-rules.ts';

const email = 'noor@aurora.example';
const refusal = (password: string, own: readonly string[] = []): string | null => {
  try {
    refuseWeak(password, email, own);
    return null;
  } catch (thrown) {
    return (thrown as { name: string }).name;
  }
};

test('[ADMIN-01] ten thousand passwords are known, the most used and the long ones', () => {
  for (const password of ['123456', 'dragon', 'tinkerbell', 'mustang', 'thunderbird'])
    expect(isCommonPassword(password), password).toBe(true);
  for (const password of ['a quiet lighthouse', '']) expect(isCommonPassword(password), password).toBe(false);
});

test.each([
  'tinkerbell77',
  'Thunderbird!',
  'snowboard2024',
  'redsox1234',
  'Blackjack123',
  'R0ckst4r2025',
  'undertaker1',
])('[ADMIN-01] %s is what many others have, and is refused', (password) =>
  expect(refusal(password)).toBe('weakPassword'),
);

test.each(['correct horse staple', 'a quiet lighthouse', 'openseat-demo', 'x7#kQ9!mZ2pw', 'snowboard under a lilac'])(
  '[ADMIN-01] %s is not',
  (password) => expect(refusal(password)).toBeNull(),
);

test('[ADMIN-01] a password has 10 to 200 characters of any kind, and all of them count', () => {
  for (const [length, isTaken] of [
    [9, false],
    [10, true],
    [200, true],
    [201, false],
  ] as const)
    expect(Password.safeParse('x'.repeat(length)).success, `${length}`).toBe(isTaken);
  const odd = ' ñ 🙂\t\u0007"\\ ';
  expect(Password.parse(`${odd}${odd}`)).toBe(`${odd}${odd}`);
});
