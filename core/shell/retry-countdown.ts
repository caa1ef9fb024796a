import type { Machine } from '#core/machine.ts';

/**
 * "Retry disables the retry button for a 5 s countdown" (specification W4): the first press is free.
 *
 *   ready ─(pressed)─▶ asking ─(answered busy)─▶ counting n ─(second passed)─▶ counting n-1 … ─▶ ready
 */
export type RetryCountdown = { at: 'counting'; leftSec: number } | { at: 'ready' } | { at: 'asking' };
export type RetryEvent = { type: 'secondPassed' } | { type: 'pressed' } | { type: 'stillBusy' };
export type RetryEffect = { type: 'wake'; afterMs: 1000; event: RetryEvent } | { type: 'ask' };

/** The countdown that begins at `waitSec`. */
export const retryCountdown =
  (waitSec: number): Machine<RetryCountdown, RetryEvent, RetryEffect> =>
  (state, event) => {
    switch (event.type) {
      case 'stillBusy':
        return {
          state: { at: 'counting', leftSec: waitSec },
          effects: [{ type: 'wake', afterMs: 1000, event: { type: 'secondPassed' } }],
        };
      case 'secondPassed':
        if (state.at !== 'counting') return { state, effects: [] };
        if (state.leftSec <= 1) return { state: { at: 'ready' }, effects: [] };
        return {
          state: { at: 'counting', leftSec: state.leftSec - 1 },
          effects: [{ type: 'wake', afterMs: 1000, event: { type: 'secondPassed' } }],
        };
      case 'pressed':
        return state.at === 'ready' ? { state: { at: 'asking' }, effects: [{ type: 'ask' }] } : { state, effects: [] };
    }
  };
