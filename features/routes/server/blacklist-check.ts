import type { TenantTx } from '#platform/server/db/db.ts';

/** Whether a number may not be called (`outbound`) or may not call (`inbound`). */
export type BlacklistCheck = (tx: TenantTx, number: string, direction: 'inbound' | 'outbound') => Promise<boolean>;

let check: BlacklistCheck = async () => false;

/** The capability that keeps the blacklist answers for it; until then nobody is on it. */
export function registerBlacklist(answers: BlacklistCheck): void {
  check = answers;
}

export const isBlacklisted: BlacklistCheck = (tx, number, direction) => check(tx, number, direction);
