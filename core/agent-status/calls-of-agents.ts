import type { GoingOn } from '../call/going-on.ts';
import type { InCalls } from './agent-machine.ts';

/**
 * What each agent of calls that go on is in, those of the oldest first; one they only listen to is never it. Whoever talks is not rung as far
 * as the board knows, as when their phone called somebody while it rang: what rings them besides ends without a word to the board.
 */
export function callsOfAgents(agents: GoingOn['agents']): Map<number, InCalls> {
  const found = new Map<number, InCalls>();
  for (const { userId, callId, at, sinceMs } of agents) {
    const known = found.get(userId) ?? { call: null, otherCalls: [], monitoring: false, sinceMs };
    if (at === 'monitoring') found.set(userId, { ...known, monitoring: true });
    else if (known.call === null || (known.call.at === 'ringing' && at === 'talking'))
      found.set(userId, { ...known, call: { callId, at }, sinceMs });
    else if (at === 'talking') found.set(userId, { ...known, otherCalls: [...known.otherCalls, callId] });
  }
  return found;
}
