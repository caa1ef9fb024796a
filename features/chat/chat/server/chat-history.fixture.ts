import fc from 'fast-check';
import type { Standing } from '../core/visibility.ts';

/** What may happen among three visitors, four agents and two groups; all of them by their place. */
export type HistoryEvent =
  | { type: 'writes'; visitor: number }
  | { type: 'hands' | 'calls'; visitor: number; who: number }
  | { type: 'closes'; visitor: number; who: number | null }
  | { type: 'queues'; visitor: number; group: number }
  | { type: 'joins' | 'leaves'; who: number; group: number };

/**
 * The first two visitors are one customer, of the second it is proven; an agent linked the first. The second comes by a carrier
 * with a window, the third by one without.
 */
export const VISITORS = [
  { kind: 'web', hours: null, customer: 0, isProven: false },
  { kind: 'whatsapp', hours: 24, customer: 0, isProven: true },
  { kind: 'email', hours: null, customer: null, isProven: false },
] as const;
export const AGENTS = [0, 1, 2, 3];
export const GROUPS = [0, 1];

export const visitorPlace = fc.nat(VISITORS.length - 1);
export const agentPlace = fc.nat(AGENTS.length - 1);
const groupPlace = fc.nat(GROUPS.length - 1);

export const historyEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
  fc.record({ type: fc.constant('writes' as const), visitor: visitorPlace }),
  fc.record({ type: fc.constantFrom('hands' as const, 'calls' as const), visitor: visitorPlace, who: agentPlace }),
  fc.record({ type: fc.constant('closes' as const), visitor: visitorPlace, who: fc.option(agentPlace) }),
  fc.record({ type: fc.constant('queues' as const), visitor: visitorPlace, group: groupPlace }),
  fc.record({ type: fc.constantFrom('joins' as const, 'leaves' as const), who: agentPlace, group: groupPlace }),
);

export interface PlayedTalk {
  visitor: number;
  state: Standing['state'];
  agentId: number | null;
  group: number;
  had: Set<number>;
  called: Set<number>;
}

export interface Past {
  talks: PlayedTalk[];
  /** When each visitor was last heard, as the place of the event. */
  lastWroteAt: (number | null)[];
  groups: Set<number>[];
}

/** The history told in short: what the rules need to know of it. */
export function pastOf(history: readonly HistoryEvent[]): Past {
  const past: Past = { talks: [], lastWroteAt: VISITORS.map(() => null), groups: GROUPS.map(() => new Set()) };
  for (const [at, event] of history.entries()) {
    if ('visitor' in event) happens(past, event, at);
    else if (event.type === 'joins') past.groups[event.group]!.add(event.who);
    else past.groups[event.group]!.delete(event.who);
  }
  return past;
}

function happens(past: Past, event: Extract<HistoryEvent, { visitor: number }>, at: number): void {
  const { visitor } = event;
  const latest = past.talks.findLast((talk) => talk.visitor === visitor);
  const alive = latest?.state === 'closed' ? undefined : latest;
  if (event.type === 'writes') {
    past.lastWroteAt[visitor] = at;
    if (!alive)
      past.talks.push({ visitor, state: 'waiting', agentId: null, group: 0, had: new Set(), called: new Set() });
  } else if (event.type === 'calls') latest?.called.add(event.who);
  else if (!alive) return;
  else if (event.type === 'queues') Object.assign(alive, { state: 'waiting', agentId: null, group: event.group });
  else {
    if (event.who !== null) alive.had.add(event.who);
    Object.assign(alive, event.type === 'hands' ? { state: 'open', agentId: event.who } : { state: 'closed' });
  }
}

export function standingOf({ talks, groups }: Past, talk: PlayedTalk): Standing {
  const customer = VISITORS[talk.visitor]!.customer;
  const isSamePerson = ({ visitor }: PlayedTalk) =>
    visitor === talk.visitor ||
    (customer !== null && VISITORS[visitor]!.customer === customer && VISITORS[visitor]!.isProven);
  const others = talks.filter((other) => other.state === 'open' && isSamePerson(other));
  return { ...talk, takers: groups[talk.group]!, withPerson: new Set(others.map(({ agentId }) => agentId!)) };
}
