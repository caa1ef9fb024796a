import { expect, test } from 'vitest';
import type { Agent, Group, NewEntry } from './routing.ts';
import { play, type Day, type Happened } from './history.fixture.ts';
import { aGroup, anAgent } from './routing.fixture.ts';

/*
 * A day is played first and judged afterwards, by a reader who knows the rules and not the machine: a plain list of who
 * waits and who is free, gone through from front to back.
 */

const RETRY_MS = 5_000;
/** Rule 2 allows nothing; the brief to ourselves allows a second. */
const IDLE_BESIDE_WAITING_MS = 1_000;

interface Judged {
  faults: string[];
  answeredBy: Map<number, number>;
  answered: number;
  left: number;
  open: number;
}

function judge(history: readonly Happened[], groups: readonly Group[]): Judged {
  const faults: string[] = [];
  const agents = new Map<number, Agent>();
  const waiting = new Map<string, { entry: NewEntry; tried: Map<number, number> }>();
  const offered = new Map<string, { userId: number; entry: NewEntry; tried: Map<number, number> }>();
  const answeredBy = new Map<number, number>();
  const besideSince = new Map<string, number>();
  const over = new Set<string>();
  let [answered, left] = [0, 0];

  const needs = (entry: NewEntry, atMs: number) =>
    [...groups.find(({ id }) => id === entry.groupId)!.requirements, ...entry.requirements].filter(
      (one) => one.required && (one.relaxAfterSec === null || atMs - entry.queuedAtMs < one.relaxAfterSec * 1_000),
    );
  const fits = (agent: Agent, { entry, tried }: { entry: NewEntry; tried: Map<number, number> }, atMs: number) =>
    agent.groups.includes(entry.groupId) &&
    needs(entry, atMs).every(({ skill, level }) => (agent.skills[skill] ?? 0) >= level) &&
    atMs >= (tried.get(agent.userId) ?? -Infinity) + RETRY_MS;
  const rank = ({ entry }: { entry: NewEntry }) =>
    entry.priority + groups.find(({ id }) => id === entry.groupId)!.priority;
  const isFree = (agent: Agent) =>
    agent.routable && ![...offered.values()].some(({ userId }) => userId === agent.userId);

  for (const [index, event] of history.entries()) {
    switch (event.what) {
      case 'queued':
        waiting.set(event.entry.callId, { entry: event.entry, tried: new Map() });
        break;
      case 'agent':
        agents.set(event.agent.userId, event.agent);
        break;
      case 'offered': {
        const one = waiting.get(event.callId);
        const agent = agents.get(event.userId)!;
        if (!one || over.has(event.callId)) faults.push(`${event.callId} was not waiting when it was offered`);
        else {
          if (!fits(agent, one, event.atMs)) faults.push(`${event.callId} went to ${event.userId}, who does not fit`);
          for (const other of waiting.values()) {
            if (
              other === one ||
              over.has(other.entry.callId) ||
              !fits(agent, other, event.atMs) ||
              rank(other) < rank(one)
            )
              continue;
            if (rank(other) > rank(one) || other.entry.queuedAtMs < one.entry.queuedAtMs)
              faults.push(`${event.callId} was served before ${other.entry.callId}`);
          }
          waiting.delete(event.callId);
          offered.set(event.callId, { ...one, userId: event.userId });
        }
        if (!agent.routable) faults.push(`${event.userId} was rung although not available`);
        if ([...offered.values()].filter(({ userId }) => userId === event.userId).length > agent.capacity)
          faults.push(`${event.userId} has more than they take`);
        break;
      }
      case 'ended': {
        const one = offered.get(event.callId);
        if (one?.userId !== event.userId) faults.push(`${event.callId} ended at ${event.userId}, who did not have it`);
        offered.delete(event.callId);
        if (event.outcome === 'answered') {
          answered += 1;
          answeredBy.set(event.userId, (answeredBy.get(event.userId) ?? 0) + 1);
        } else if (one)
          waiting.set(event.callId, { entry: one.entry, tried: new Map(one.tried).set(event.userId, event.atMs) });
        break;
      }
      case 'overflowed':
        over.add(event.callId);
        break;
      case 'left':
        waiting.delete(event.callId);
        offered.delete(event.callId);
        left += 1;
    }
    if (history[index + 1]?.atMs === event.atMs) continue;
    const pairs = new Set<string>();
    const free = [...agents.values()].filter(isFree);
    for (const one of waiting.values())
      if (!over.has(one.entry.callId))
        for (const agent of free)
          if (fits(agent, one, event.atMs)) pairs.add(`${one.entry.callId} beside ${agent.userId}`);
    for (const [pair, sinceMs] of besideSince)
      if (event.atMs - sinceMs > IDLE_BESIDE_WAITING_MS) faults.push(`${pair} for ${event.atMs - sinceMs} ms`);
    for (const pair of besideSince.keys()) if (!pairs.has(pair)) besideSince.delete(pair);
    for (const pair of pairs) if (!besideSince.has(pair)) besideSince.set(pair, event.atMs);
  }
  return { faults, answeredBy, answered, left, open: waiting.size + offered.size };
}

const skilled = (userId: number): Agent =>
  anAgent(userId, {
    groups: [1, 2, 3, 4, 5].filter((groupId) => (userId * groupId + groupId) % 3 !== 0 || groupId === (userId % 5) + 1),
    skills: { ...(userId % 2 ? { es: 5 + (userId % 5) } : {}), ...(userId % 3 ? { en: 7 } : {}) },
  });

const mixedDay = (seed: number): Day => ({
  seed,
  groups: [
    aGroup({ id: 1 }),
    aGroup({ id: 2, requirements: [{ skill: 'es', level: 5, required: true, relaxAfterSec: 40 }] }),
    aGroup({ id: 3, maxWaitSec: 90, overflow: { kind: 'voicemail' } }),
    aGroup({ id: 4, priority: 2, requirements: [{ skill: 'en', level: 5, required: false, relaxAfterSec: null }] }),
    aGroup({ id: 5, announcePosition: true }),
  ],
  agents: Array.from({ length: 20 }, (_, index) => skilled(index + 1)),
  calls: 1_000,
  everyMs: 2_100,
  ringMs: [500, 4_000],
  talkMs: [10_000, 60_000],
  wrapUpMs: 5_000,
  refuses: 0.12,
  leaves: 0.1,
  patienceMs: [20_000, 600_000],
  entry: (_number, luck) => ({
    groupId: luck.between(1, 5),
    priority: luck.chance() < 0.1 ? 5 : 0,
    requirements:
      luck.chance() < 0.1
        ? [{ skill: 'es', level: 8, required: true, relaxAfterSec: luck.chance() < 0.5 ? 30 : null }]
        : [],
  }),
});

test.each([1, 2, 3, 4, 5, 6])(
  '[CC-16] 1,000 calls, 20 agents, 5 groups (day %i): no inversion, no double owner, nobody over capacity, nobody idle beside a caller',
  (seed) => {
    const day = mixedDay(seed);
    const { faults, answered, left, open } = judge(play(day), day.groups);
    expect(faults).toEqual([]);
    expect({ ended: answered + left, open }).toEqual({ ended: 1_000, open: 0 });
    expect(answered).toBeGreaterThan(500);
    expect(left).toBeGreaterThan(20);
  },
);

test.each([11, 12, 13])(
  '[CC-16] equally skilled agents who are always there get equally many calls, one more or less (day %i)',
  (seed) => {
    const groups = [1, 2, 3, 4, 5].map((id) => aGroup({ id }));
    const agents = Array.from({ length: 20 }, (_, index) => anAgent(index + 1, { groups: [1, 2, 3, 4, 5] }));
    const day: Day = {
      ...mixedDay(seed),
      groups,
      agents,
      everyMs: 2_000,
      ringMs: [2_000, 2_000],
      talkMs: [20_000, 20_000],
      refuses: 0,
      leaves: 0,
      patienceMs: [3_600_000, 3_600_000],
      entry: (_number, luck) => ({ groupId: luck.between(1, 5) }),
    };
    const { faults, answeredBy, answered } = judge(play(day), groups);
    expect(faults).toEqual([]);
    expect(answered).toBe(1_000);
    const loads = [...answeredBy.values()];
    expect(loads).toHaveLength(20);
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
  },
);

test('[CC-16] the line does not stall when the last agent goes on break', () => {
  const groups = [aGroup()];
  const day: Day = {
    ...mixedDay(21),
    groups,
    agents: [anAgent(1)],
    calls: 40,
    everyMs: 5_000,
    leaves: 1,
    refuses: 0.3,
    patienceMs: [36_000_000, 36_000_000],
    entry: () => ({}),
  };
  const { faults, answered, open } = judge(play(day), groups);
  expect(faults).toEqual([]);
  expect({ answered, open }).toEqual({ answered: 40, open: 0 });
});

test('the judge sees what is wrong', () => {
  const groups = [aGroup()];
  const entry = (callId: string, queuedAtMs: number): NewEntry => ({
    callId,
    groupId: 1,
    kind: 'call',
    priority: 0,
    queuedAtMs,
    requirements: [],
  });
  const history: Happened[] = [
    { atMs: 0, what: 'agent', agent: anAgent(1) },
    { atMs: 0, what: 'queued', entry: entry('first', 0) },
    { atMs: 1, what: 'queued', entry: entry('second', 1) },
    { atMs: 2_000, what: 'offered', callId: 'second', userId: 1 },
    { atMs: 2_000, what: 'offered', callId: 'first', userId: 1 },
    { atMs: 2_000, what: 'offered', callId: 'first', userId: 1 },
  ];
  expect(judge(history, groups).faults).toEqual([
    'second was served before first',
    '1 has more than they take',
    'first was not waiting when it was offered',
    '1 has more than they take',
    'first beside 1 for 2000 ms',
    'second beside 1 for 1999 ms',
  ]);
});
