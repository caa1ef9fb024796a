import { rejectionOfSipStatus } from '#shared/call-rejection.ts';
import { failureOfCode, failures, type FailureName } from '#shared/errors.ts';
import type { PhoneCall, RefusedCall } from '#core/phone/phone.ts';

/** Refusals that another try does not change: somebody must change the number, or the settings. */
const FINAL: readonly FailureName[] = [
  'countryNotAllowed',
  'wrongNumber',
  'numberBlacklisted',
  'cannotCallNumber',
  'boundNumberError',
  'noTrunk',
];

const FAILED_FROM = 400;
const CANCELLED = 487;
const reasons: readonly { statuses: readonly number[]; why: RefusedCall['why'] }[] = [
  { statuses: [486, 600], why: 'notice.refusedBusy' },
  { statuses: [403, 603], why: 'notice.refusedDeclined' },
  { statuses: [408], why: 'notice.refusedNoAnswer' },
  { statuses: [404, 410, 480, 484, 503, 604], why: 'notice.refusedUnreachable' },
];

/** What is to be told of a call of ours that ended before anybody answered; null when there is nothing to tell: we gave up ourselves. */
export function refusedCall(call: PhoneCall, by: 'us' | 'them', status: number | null): RefusedCall | null {
  const { session, order, direction, sinceMs, at } = call;
  if (!order || direction !== 'outbound' || sinceMs !== null || at === 'ending' || status === null) return null;
  const code = rejectionOfSipStatus(status);
  if (code !== null) {
    const failure = failureOfCode(code);
    return { session, order, why: failures[failure].key, mayRetry: !FINAL.includes(failure) };
  }
  if (by === 'us' || status < FAILED_FROM || status === CANCELLED) return null;
  const why = reasons.find(({ statuses }) => statuses.includes(status))?.why ?? 'notice.refusedFailed';
  return { session, order, why, mayRetry: true };
}
