import { rejectionOfSipStatus } from '#shared/call-rejection.ts';
import { failures } from '#shared/errors.ts';

const NOT_FOUND = 404;
const UNAVAILABLE = 480;
const NOT_SERVED = 503;
const DECLINED = 603;

const statusOf = new Map<number, number>([
  [failures.networkError.code, NOT_SERVED],
  [failures.networkInterrupted.code, NOT_SERVED],
  [failures.numberBlacklisted.code, DECLINED],
  [failures.wrongNumber.code, NOT_FOUND],
  [failures.cannotCallNumber.code, NOT_FOUND],
  [failures.boundNumberError.code, NOT_FOUND],
  [failures.noTrunk.code, NOT_FOUND],
]);

/** A refusal as a carrier knows it: our own reasons travel to our phones alone (`shared/call-rejection.ts`). */
export function refusalStatus(status: number | null): number {
  if (status === null || status < 400) return UNAVAILABLE;
  const ours = rejectionOfSipStatus(status);
  return ours === null ? status : (statusOf.get(ours) ?? UNAVAILABLE);
}
