import type { TenantTx } from '#platform/server/db/db.ts';

/** Whether a number may not be called (`outbound`) or may not call (`inbound`). */
export type BlacklistCheck = (tx: TenantTx, number: string, direction: 'inbound' | 'outbound') => Promise<boolean>;

const checks = new Map<string, BlacklistCheck>();

/** A capability that keeps numbers out answers for them; `by` is its name, and one name answers once. */
export function registerBlacklist(answers: BlacklistCheck, by = 'blacklist'): void {
  checks.set(by, answers);
}

export const isBlacklisted: BlacklistCheck = async (tx, number, direction) => {
  for (const check of checks.values()) if (await check(tx, number, direction)) return true;
  return false;
};
