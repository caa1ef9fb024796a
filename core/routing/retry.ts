import type { Entry } from './state.ts';

/** Rule 6: nobody is rung again for the same entry before this. */
export const RETRY_AFTER_MS = 5_000;

/** Whether the agent was rung for it in vain, and when that ended; null when not. */
export const triedAtMs = (entry: Entry, userId: number): number | null => entry.tried.find((one) => one.userId === userId)?.atMs ?? null;

export function mayRing(entry: Entry, userId: number, nowMs: number): boolean {
  const atMs = triedAtMs(entry, userId);
  return atMs === null || nowMs >= atMs + RETRY_AFTER_MS;
}

export const withTry = (entry: Entry, userId: number, atMs: number): Entry['tried'] => [...entry.tried.filter((one) => one.userId !== userId), { userId, atMs }];
