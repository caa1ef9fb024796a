import type { BlacklistCheck } from '#platform/server/contributions.ts';

/** Whether any capability that keeps numbers out keeps this one out. */
export const isBlacklisted = async (
  checks: readonly BlacklistCheck[],
  ...asked: Parameters<BlacklistCheck>
): Promise<boolean> => {
  for (const check of checks) if (await check(...asked)) return true;
  return false;
};
