import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A random value that is given out once and kept as `hashToken` of it. */
export const newToken = (): string => randomBytes(24).toString('base64url');

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Codes are short: the salt keeps equal ones from looking equal, few tries and a short life keep them safe. */
export const hashWithSalt = (salt: string | Buffer, text: string): Buffer =>
  createHash('sha256').update(salt).update('\0').update(text).digest();

export const isSame = (a: Buffer | null, b: Buffer): boolean =>
  a !== null && a.length === b.length && timingSafeEqual(a, b);
