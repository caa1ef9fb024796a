import type { OfferOutcome } from '#core/agent-status/live-agent.ts';
import type { Entry } from './state.ts';

/** Rule 6: nobody is rung again for the same entry before this. Whose phone was busy is not free for longer (`agent-machine.ts`). */
const RETRY_AFTER_MS = 5_000;
/** An agent who was not even rung, because they were taken otherwise in that moment, need not be spared that long. */
const UNRUNG_RETRY_MS = 1_000;

/** From when on the agent may be asked for the entry again; null for somebody who was not asked yet. */
export const againMsOf = (entry: Entry, userId: number): number | null =>
  entry.tried.find((one) => one.userId === userId)?.againMs ?? null;

export const mayRing = (entry: Entry, userId: number, nowMs: number): boolean =>
  nowMs >= (againMsOf(entry, userId) ?? -Infinity);

export const withTry = (entry: Entry, userId: number, outcome: OfferOutcome, nowMs: number): Entry['tried'] => [
  ...entry.tried.filter((one) => one.userId !== userId),
  { userId, againMs: nowMs + (outcome === 'withdrawn' ? UNRUNG_RETRY_MS : RETRY_AFTER_MS) },
];
