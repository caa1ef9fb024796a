import type { Step } from '#core/machine.ts';

/**
 *   closed ──(failures in a window)──▶ open ──(rest is over, somebody asks)──▶ trying
 *     ▲                                 ▲                                        │
 *     └───────────── succeeded ─────────┼──────────────────── failed ────────────┘
 *
 * Whoever is trying is one alone; the others go on to the next provider meanwhile. A trial nobody reported about is
 * forgotten after a rest.
 */
export type Breaker =
  | { at: 'closed'; failedAtMs: readonly number[] }
  | { at: 'open'; untilMs: number }
  | { at: 'trying'; sinceMs: number };

export type BreakerEvent =
  | { type: 'asked'; nowMs: number }
  | { type: 'succeeded' }
  | { type: 'failed'; nowMs: number }
  /** Nobody waited for the outcome: it says nothing about the provider. */
  | { type: 'abandoned'; nowMs: number };

/** The answer to `asked`. */
export type BreakerEffect = { type: 'let' } | { type: 'spare' };

export interface BreakerRule {
  failures: number;
  windowMs: number;
  restMs: number;
}

export const breakerRule: BreakerRule = { failures: 3, windowMs: 60_000, restMs: 30_000 };
export const closedBreaker: Breaker = { at: 'closed', failedAtMs: [] };

/** Whether a provider is asked, and what its outcomes change about that. */
export function stepBreaker(
  state: Breaker,
  event: BreakerEvent,
  rule: BreakerRule = breakerRule,
): Step<Breaker, BreakerEffect> {
  const to = (next: Breaker, ...effects: BreakerEffect[]) => ({ state: next, effects });
  switch (event.type) {
    case 'asked': {
      if (state.at === 'closed') return to(state, { type: 'let' });
      const readyMs = state.at === 'open' ? state.untilMs : state.sinceMs + rule.restMs;
      return event.nowMs >= readyMs
        ? to({ at: 'trying', sinceMs: event.nowMs }, { type: 'let' })
        : to(state, { type: 'spare' });
    }
    case 'succeeded':
      // A late good word of before it opened closes it as well: it answers again.
      return to(state.at === 'closed' && state.failedAtMs.length === 0 ? state : closedBreaker);
    case 'failed': {
      if (state.at === 'open') return to(state);
      const recent =
        state.at === 'closed'
          ? [...state.failedAtMs.filter((atMs) => atMs > event.nowMs - rule.windowMs), event.nowMs]
          : [];
      return state.at === 'trying' || recent.length >= rule.failures
        ? to({ at: 'open', untilMs: event.nowMs + rule.restMs })
        : to({ at: 'closed', failedAtMs: recent });
    }
    case 'abandoned':
      return to(state.at === 'trying' ? { at: 'open', untilMs: event.nowMs } : state);
  }
}
