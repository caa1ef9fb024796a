import type { OutsideFailureReason } from '#core/http/outside-fetch.port.ts';

/*
 * What follows from one try to deliver. Rules:
 * 1. Only an answer 2xx is a delivery; a redirect is not followed.
 * 2. Ten tries: the second a minute after the first, then longer and longer, the last about three days after it.
 * 3. 410 Gone switches the hook off at once: its owner says so.
 * 4. A hook that has not taken anything for three days is paused when it fails again.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first try, the second, and so on. */
export const RETRY_AFTER_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];
export const TRIES_MOST = RETRY_AFTER_MS.length + 1;
export const PAUSE_AFTER_MS = 3 * 24 * HOUR_MS;
const GONE = 410;

/** Why nothing was delivered: the receiver's own answer, or none. */
export const tryFailures = [
  'status',
  'redirect',
  'badAddress',
  'privateAddress',
  'unreachable',
  'tooSlow',
  'tooLarge',
  'tooManyRedirects',
  'off',
] as const;
export type TryFailure = (typeof tryFailures)[number];

export type DeliveryResult = { status: number } | { reason: OutsideFailureReason };

export interface TryStanding {
  /** With this one. */
  tries: number;
  /** When the hook failed first since it last took something; null while it works. */
  failingSinceMs: number | null;
}

export type AfterTry =
  | { state: 'delivered' }
  | { state: 'waiting'; why: TryFailure; nextMs: number; hook: 'fails' }
  | { state: 'failed'; why: TryFailure; hook: 'fails' | 'gone' | 'paused' };

export function afterTry(tried: DeliveryResult, { tries, failingSinceMs }: TryStanding, nowMs: number): AfterTry {
  const why = whyFailed(tried);
  if (why === null) return { state: 'delivered' };
  if ('status' in tried && tried.status === GONE) return { state: 'failed', why, hook: 'gone' };
  if (failingSinceMs !== null && nowMs - failingSinceMs >= PAUSE_AFTER_MS)
    return { state: 'failed', why, hook: 'paused' };
  const waitMs = RETRY_AFTER_MS[tries - 1];
  return waitMs === undefined
    ? { state: 'failed', why, hook: 'fails' }
    : { state: 'waiting', why, nextMs: nowMs + waitMs, hook: 'fails' };
}

function whyFailed(tried: DeliveryResult): TryFailure | null {
  if ('reason' in tried) return tried.reason;
  if (tried.status >= 200 && tried.status < 300) return null;
  return tried.status >= 300 && tried.status < 400 ? 'redirect' : 'status';
}
