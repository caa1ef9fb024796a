import type { OfferOutcome } from '#core/agent-status/live-agent.ts';
import type { Agent, Group, NewEntry, RoutingEvent } from './routing.ts';
import { emptyRouting, routingMachine, type Routing } from './routing-machine.ts';
import { chances } from './routing.fixture.ts';

/** What happened, in order; a checker that knows nothing of the machine reads it afterwards. */
export type Happened = { atMs: number } & (
  | { what: 'queued'; entry: NewEntry }
  | { what: 'agent'; agent: Agent }
  | { what: 'offered'; callId: string; userId: number }
  | { what: 'ended'; callId: string; userId: number; outcome: OfferOutcome }
  | { what: 'left'; callId: string }
  | { what: 'overflowed'; callId: string }
);

export interface Day {
  seed: number;
  groups: readonly Group[];
  agents: readonly Agent[];
  calls: number;
  /** Mean time between two calls. */
  everyMs: number;
  ringMs: readonly [number, number];
  talkMs: readonly [number, number];
  wrapUpMs: number;
  /** Chance that a ringing agent does not take the call. */
  refuses: number;
  /** Chance that an agent goes on break or home after a call. */
  leaves: number;
  /** Shortest and longest patience of a caller. */
  patienceMs: readonly [number, number];
  entry(number: number, chance: ReturnType<typeof chances>): Partial<NewEntry>;
}

/** Plays a day with the machine and a simulated clock; answers its history. */
export function play(day: Day): Happened[] {
  const luck = chances(day.seed);
  const history: Happened[] = [];
  const agents = new Map(day.agents.map((agent) => [agent.userId, agent]));
  const agenda: { atMs: number; order: number; act: () => void }[] = [];
  const waiting = new Set<string>();
  let routing: Routing = emptyRouting;
  let [nowMs, order] = [0, 0];

  const later = (afterMs: number, act: () => void): void => {
    agenda.push({ atMs: nowMs + afterMs, order: (order += 1), act });
  };
  const change = (userId: number, wish: Partial<Agent>): void => {
    const agent = { ...agents.get(userId)!, ...wish };
    agents.set(userId, agent);
    history.push({ atMs: nowMs, what: 'agent', agent });
    send({ type: 'agentChanged', agent, nowMs });
  };
  const comesBack = (userId: number): void => change(userId, { routable: true, signedIn: true, idleSinceMs: nowMs });

  function send(event: RoutingEvent): void {
    const { state, effects } = routingMachine(routing, event);
    routing = state;
    // The decision is one moment: everything it asks for happened before anything else does.
    const offers = effects.filter((effect) => effect.type === 'offer');
    for (const effect of effects) {
      if (effect.type === 'overflow' && effect.to.kind !== 'group') {
        history.push({ atMs: nowMs, what: 'overflowed', callId: effect.callId });
        later(0, () => leave(effect.callId));
      }
    }
    for (const { callId, userId } of offers) history.push({ atMs: nowMs, what: 'offered', callId, userId });
    // Who was being rung for a call that left is free, unless rung for the next one by now.
    for (const effect of effects)
      if (effect.type === 'withdraw' && !offers.some(({ userId }) => userId === effect.userId))
        change(effect.userId, { routable: true });
    for (const { callId, userId } of offers) ring(callId, userId);
  }

  function ring(callId: string, userId: number): void {
    change(userId, { routable: false });
    later(luck.between(...day.ringMs), () => {
      if (!waiting.has(callId)) return;
      const outcome =
        luck.chance() < day.refuses ? luck.oneOf<OfferOutcome>(['missed', 'rejected', 'deviceError']) : 'answered';
      history.push({ atMs: nowMs, what: 'ended', callId, userId, outcome });
      if (outcome === 'answered') waiting.delete(callId);
      send({ type: 'offerEnded', callId, userId, outcome, nowMs });
      if (outcome === 'rejected' || outcome === 'deviceError') change(userId, { routable: true });
      else if (outcome === 'missed') later(luck.between(5_000, 60_000), () => comesBack(userId));
      else later(luck.between(...day.talkMs) + day.wrapUpMs, () => hungUp(userId));
    });
  }

  function hungUp(userId: number): void {
    if (luck.chance() >= day.leaves) return comesBack(userId);
    change(userId, { routable: false, signedIn: luck.chance() < 0.5 });
    later(luck.between(10_000, 120_000), () => comesBack(userId));
  }

  function leave(callId: string): void {
    if (!waiting.delete(callId)) return;
    history.push({ atMs: nowMs, what: 'left', callId });
    send({ type: 'callLeft', callId, why: 'abandoned', nowMs });
  }

  for (const group of day.groups) send({ type: 'groupChanged', group, nowMs });
  for (const agent of day.agents) change(agent.userId, {});
  let atMs = 0;
  for (let number = 0; number < day.calls; number += 1) {
    atMs += luck.between(0, 2 * day.everyMs);
    const callId = `call-${number}`;
    const wish = day.entry(number, luck);
    const patienceMs = luck.between(...day.patienceMs);
    later(atMs, () => {
      const entry: NewEntry = {
        callId,
        groupId: 1,
        kind: 'call',
        priority: 0,
        queuedAtMs: nowMs,
        requirements: [],
        ...wish,
      };
      waiting.add(callId);
      history.push({ atMs: nowMs, what: 'queued', entry });
      send({ type: 'callQueued', entry, nowMs });
      later(patienceMs, () => leave(callId));
    });
  }
  while (agenda.length > 0 || routing.wakeAtMs !== null) {
    agenda.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    const next = agenda[0];
    if (routing.wakeAtMs !== null && (!next || routing.wakeAtMs < next.atMs)) {
      nowMs = Math.max(nowMs, routing.wakeAtMs);
      send({ type: 'tick', nowMs });
    } else if (next) {
      agenda.shift();
      nowMs = next.atMs;
      next.act();
    }
  }
  return history;
}
