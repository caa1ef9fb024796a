import { chanceOf } from '#core/chance.ts';
import type { Agent, Group, NewEntry, RoutingEffect, RoutingEvent } from './routing.ts';
import { emptyRouting, routingMachine, type Routing } from './routing-machine.ts';

/** Builders with believable defaults, and a line that is driven by hand. */
export const aGroup = (wishes: Partial<Group> = {}): Group => ({
  id: 1,
  enabled: true,
  priority: 0,
  maxWaitSec: null,
  maxWaiting: null,
  overflow: { kind: 'hangUp' },
  overflowWhenNobody: false,
  announcePosition: false,
  requirements: [],
  ...wishes,
});

export const anAgent = (userId: number, wishes: Partial<Agent> = {}): Agent => ({
  userId,
  routable: true,
  signedIn: true,
  idleSinceMs: 0,
  groups: [1],
  skills: {},
  capacity: 1,
  busy: 0,
  ...wishes,
});

export const aCall = (callId: string, wishes: Partial<NewEntry> = {}): NewEntry => ({
  callId,
  groupId: 1,
  kind: 'call',
  priority: 0,
  queuedAtMs: 0,
  requirements: [],
  ...wishes,
});

type Without<E> = E extends { nowMs: number } ? Omit<E, 'nowMs'> : never;

export function aLine(...groups: Group[]) {
  let routing: Routing = emptyRouting;
  const line = {
    nowMs: 0,
    routing: () => routing,
    /** Sends an event at the present moment; answers what the line asks for, without bookkeeping. */
    send(event: Without<RoutingEvent>): RoutingEffect[] {
      const step = routingMachine(routing, { ...event, nowMs: line.nowMs } as RoutingEvent);
      routing = step.state;
      return step.effects.filter(({ type }) => type !== 'keep' && type !== 'drop' && type !== 'wakeAt');
    },
    group: (group: Group) => line.send({ type: 'groupChanged', group }),
    agent: (userId: number, wishes: Partial<Agent> = {}) =>
      line.send({ type: 'agentChanged', agent: anAgent(userId, wishes) }),
    call: (callId: string, wishes: Partial<NewEntry> = {}) =>
      line.send({ type: 'callQueued', entry: aCall(callId, { queuedAtMs: line.nowMs, ...wishes }) }),
    ended: (
      callId: string,
      userId: number,
      outcome: 'answered' | 'missed' | 'rejected' | 'deviceError' | 'withdrawn',
    ) => line.send({ type: 'offerEnded', callId, userId, outcome }),
    /** Lets time pass as the line asked to be woken. */
    pass(ms: number): RoutingEffect[] {
      const [until, effects] = [line.nowMs + ms, [] as RoutingEffect[]];
      while (routing.wakeAtMs !== null && routing.wakeAtMs <= until) {
        line.nowMs = Math.max(line.nowMs, routing.wakeAtMs);
        effects.push(...line.send({ type: 'tick' }));
      }
      line.nowMs = until;
      return effects;
    },
  };
  for (const group of groups) line.group(group);
  return line;
}

/** The same chances from the same seed. */
export function chances(seed: number) {
  const chance = chanceOf(seed);
  const between = (min: number, max: number): number => min + Math.floor(chance() * (max - min + 1));
  return { chance, between, oneOf: <T>(list: readonly T[]): T => list[between(0, list.length - 1)]! };
}
