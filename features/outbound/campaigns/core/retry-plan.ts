import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { HOUSE_RULES } from './country-rules.ts';

/** What a retry waits for. */
export const RETRY_CASES = ['busy', 'noAnswer', 'machine', 'rejected', 'failed'] as const;
export type RetryCase = (typeof RETRY_CASES)[number];

export interface RetryWait {
  on: RetryCase;
  minutes: number;
  /** Attempts that may end so before the customer is left alone. */
  attempts: number;
}

/** How often, and when again, somebody is called whom we did not reach. */
export interface RetryPlan {
  /** All attempts on one customer of the campaign. */
  attempts: number;
  /** Calls to one number on one day, over all campaigns. */
  perDay: number;
  waits: readonly RetryWait[];
}

/** A result that is not among the waits is not tried again. */
export const usualRetries: RetryPlan = {
  attempts: 3,
  perDay: 2,
  waits: [
    { on: 'busy', minutes: 15, attempts: 3 },
    { on: 'noAnswer', minutes: 120, attempts: 3 },
    { on: 'machine', minutes: 240, attempts: 2 },
    { on: 'failed', minutes: 60, attempts: 2 },
  ],
};

/** What became of earlier attempts on a customer. */
export interface PastAttempt {
  status: FinalCallStatus;
  /** It was answered by a machine, whatever its status. */
  wasMachine: boolean;
  /** Somebody answered and found nobody of ours. */
  wasAbandoned?: boolean;
  /** Somebody picked up, and was gone before anybody could speak to them. */
  hungUp?: boolean;
  endedAtMs: number;
}

export type AfterAttempt =
  | { is: 'again'; notBeforeMs: number; because: RetryCase | 'abandoned' }
  /** `reached`: somebody talked. `attempts`: enough. `never`: this number is not called again. `undecided`: people decide. */
  | { is: 'over'; because: 'reached' | 'attempts' | 'never' | 'undecided' };

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/**
 * Whether a customer is called again after the last of these attempts, and when at the earliest. Who found nobody of ours was not reached: by no
 * wish of theirs, so they are tried again while the plan has attempts left, and left alone first as long as the rules say (a country may ask for
 * more: `may-call.ts`).
 */
export function afterAttempt(plan: RetryPlan, past: readonly PastAttempt[]): AfterAttempt {
  const last = past.at(-1);
  if (!last) throw new Error('nobody was called yet');
  const end = endOf(last);
  if (end === 'reached' || end === 'never' || end === 'undecided') return { is: 'over', because: end };
  if (end === 'abandoned')
    return past.length >= plan.attempts
      ? { is: 'over', because: 'attempts' }
      : { is: 'again', notBeforeMs: last.endedAtMs + HOUSE_RULES.restAfterAbandonedHours * HOUR_MS, because: end };
  const wait = plan.waits.find(({ on }) => on === end);
  const alike = past.filter((one) => endOf(one) === end).length;
  if (!wait || alike >= wait.attempts || past.length >= plan.attempts) return { is: 'over', because: 'attempts' };
  return { is: 'again', notBeforeMs: last.endedAtMs + wait.minutes * MINUTE_MS, because: end };
}

type EndOfAttempt = RetryCase | 'abandoned' | 'reached' | 'never' | 'undecided';

function endOf({ status, wasMachine, wasAbandoned, hungUp }: PastAttempt): EndOfAttempt {
  if (wasMachine) return 'machine';
  if (wasAbandoned) return 'abandoned';
  // Nobody was talked with, and nobody said no: it is as if they had not picked up.
  if (hungUp) return 'noAnswer';
  return ends.get(status) ?? 'failed';
}

const ends = new Map<FinalCallStatus, EndOfAttempt>([
  [FinalCallStatus.talked, 'reached'],
  [FinalCallStatus.userOccupied, 'busy'],
  [FinalCallStatus.userBusyRejected, 'rejected'],
  [FinalCallStatus.userRejected, 'rejected'],
  [FinalCallStatus.ringNotAnswered, 'noAnswer'],
  [FinalCallStatus.ringTooLong, 'noAnswer'],
  [FinalCallStatus.earlyMediaVoicemail, 'machine'],
  [FinalCallStatus.unknown, 'undecided'],
  [FinalCallStatus.numberMalformed, 'never'],
  [FinalCallStatus.numberNotInService, 'never'],
  [FinalCallStatus.blacklisted, 'never'],
  [FinalCallStatus.directionIllegal, 'never'],
]);
