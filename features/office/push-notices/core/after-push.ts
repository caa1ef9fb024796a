import type { PushAnswer } from '#core/push/web-push.port.ts';

/*
 * What follows from one try to hand a notice over. Rules:
 * 1. 2xx: it was taken.
 * 2. 404 and 410, or an address that leads to no server outside: the browser is gone for good, and forgotten.
 * 3. 429, 5xx and no answer: again, later and later, not before the maker of the browser wants it, and never when the notice
 *    would be worth nothing any more.
 * 4. Any other answer: this notice is given up, and the device says that it failed.
 */

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 15 * 60_000;

export type AfterPush =
  | { next: 'taken' }
  | { next: 'forget' }
  | { next: 'again'; afterMs: number }
  | { next: 'giveUp' };

/** `tries`: with this one. `leftMs`: how long the notice is still worth something. */
export function afterPush(answer: PushAnswer, { tries, leftMs }: { tries: number; leftMs: number }): AfterPush {
  if ('reason' in answer) {
    if (answer.reason === 'privateAddress' || answer.reason === 'badAddress') return { next: 'forget' };
    return later(tries, 0, leftMs);
  }
  const { status, retryAfterSec } = answer;
  if (status >= 200 && status < 300) return { next: 'taken' };
  if (status === 404 || status === 410) return { next: 'forget' };
  if (status === 429 || status >= 500) return later(tries, (retryAfterSec ?? 0) * 1_000, leftMs);
  return { next: 'giveUp' };
}

function later(tries: number, wantedMs: number, leftMs: number): AfterPush {
  const afterMs = Math.max(wantedMs, Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS));
  return afterMs < leftMs ? { next: 'again', afterMs } : { next: 'giveUp' };
}
