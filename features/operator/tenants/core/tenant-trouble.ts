/** What an operator should look at. */
export const tenantTroubles = ['balance', 'unpaid', 'storage', 'seats', 'trunks', 'jobs', 'quiet'] as const;
export type TenantTrouble = (typeof tenantTroubles)[number];

export interface TroubleFacts {
  isActive: boolean;
  /** Null: its money is not counted. */
  money: { balanceE4: number; creditE4: number; warnBelowE4: number | null } | null;
  paidUntilMs: number | null;
  storage: { bytes: number; limit: number | null };
  seats: readonly { used: number; limit: number | null }[];
  trunksDown: number;
  failingJobs: number;
  lastSignInMs: number | null;
  foundedMs: number;
}

const DAY_MS = 86_400_000;
/** Nobody came for so long. */
const QUIET_DAYS = 30;
const STORAGE_NEARLY = 0.9;

/**
 * 1. Money: nothing is left to spend, or less than the tenant itself wants to be warned of.
 * 2. What is paid ends within a week, or has ended.
 * 3. Nine tenths of the storage are used, or all seats and more.
 * 4. A trunk is down, or a job fails again and again.
 * 5. Nobody came for a month, though it is older than that.
 * One that is suspended or closed has none: nothing happens in it.
 */
export function troublesOf(facts: TroubleFacts, nowMs: number): TenantTrouble[] {
  if (!facts.isActive) return [];
  const { money, paidUntilMs, storage, seats, trunksDown, failingJobs, lastSignInMs, foundedMs } = facts;
  const has: Record<TenantTrouble, boolean> = {
    balance:
      money !== null && (money.balanceE4 + money.creditE4 <= 0 || money.balanceE4 < (money.warnBelowE4 ?? -Infinity)),
    unpaid: paidUntilMs !== null && paidUntilMs < nowMs + 7 * DAY_MS,
    storage: storage.limit !== null && storage.bytes >= storage.limit * STORAGE_NEARLY,
    seats: seats.some(({ used, limit }) => limit !== null && used > limit),
    trunks: trunksDown > 0,
    jobs: failingJobs > 0,
    quiet: Math.max(lastSignInMs ?? 0, foundedMs) < nowMs - QUIET_DAYS * DAY_MS,
  };
  return tenantTroubles.filter((trouble) => has[trouble]);
}
