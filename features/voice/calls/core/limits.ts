import type { CallEvent } from '#core/call/call-events.ts';
import { change, partyOf, wake, type CallTurn } from '#core/call/call-turn.ts';

/** New limits of the tenant hold from now on: counted from where the talk and the hold began, and never over before now. */
export function limitsChanged(
  turn: CallTurn,
  { maxCallMs, maxHoldMs, tellsMonitored }: Extract<CallEvent, { type: 'limitsChanged' }>,
): void {
  const { facts, answeredMs, hold } = turn.call;
  const before = facts.settings;
  change(turn, { facts: { ...facts, settings: { ...before, maxCallMs, maxHoldMs, tellsMonitored } } });
  // Two outside parties without an agent have a limit of their own.
  if (maxCallMs !== before.maxCallMs && answeredMs !== null && partyOf(turn.call, 'agent'))
    change(turn, { limit: maxCallMs === null ? null : ending(turn, 'call', answeredMs + maxCallMs) });
  if (maxHoldMs !== before.maxHoldMs && hold)
    change(turn, {
      hold: { ...hold, turn: maxHoldMs === null ? 0 : ending(turn, 'hold', hold.sinceMs + maxHoldMs).turn },
    });
}

function ending(turn: CallTurn, what: 'call' | 'hold', endsMs: number): { endsMs: number; turn: number } {
  const latest = Math.max(endsMs, turn.nowMs);
  return { endsMs: latest, turn: wake(turn, what, latest - turn.nowMs) };
}
