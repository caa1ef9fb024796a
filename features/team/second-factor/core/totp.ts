/*
 * Time-based one-time codes (RFC 6238 over RFC 4226): six digits of a key and of the half minute. Rules:
 * 1. Clocks may differ by a step either way.
 * 2. A code works once: neither it nor an older one is accepted after it.
 */
const STEP_MS = 30_000;
const DRIFT = [0, -1, 1];

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The digits of an HMAC over the number of a step (RFC 4226, 5.3). */
export function digitsOf(hmac: Uint8Array, digits = 6): string {
  const offset = hmac.at(-1)! & 15;
  const number = new DataView(hmac.buffer, hmac.byteOffset, hmac.byteLength).getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code was typed; null when it is none that counts now. `codeAt` knows the key. */
export function acceptedStep(
  typed: string,
  { nowMs, lastStep, codeAt }: { nowMs: number; lastStep: number; codeAt: (step: number) => string },
): number | null {
  const steps = DRIFT.map((drift) => stepAt(nowMs) + drift).filter((step) => step > lastStep);
  return steps.find((step) => codeAt(step) === typed) ?? null;
}

/** What an authenticator app reads from the picture: whose code it is, where, and by which key. */
export function otpauthUri({ issuer, account, key }: { issuer: string; account: string; key: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
}
