import { expect, test } from 'vitest';
import { AgentType } from '#shared/codes/agent-type.ts';
import { defaultWall } from '../contract.ts';
import { keepFacts, type TenantFacts } from './monitor-facts.ts';
import type { SeatedPerson } from './monitor.repo.ts';

const aPerson = (userId: number, some: Partial<SeatedPerson> = {}): SeatedPerson => ({
  userId,
  name: `Ana ${userId}`,
  groups: [1, 2],
  sipNumber: `10${userId}`,
  agentType: AgentType.inAndOut,
  lastStatusAt: null,
  hasText: true,
  textOnline: false,
  textSince: null,
  load: 0,
  capacity: 5,
  ...some,
});

const facts = (people: SeatedPerson[], rest: Partial<TenantFacts> = {}): TenantFacts => ({
  people,
  chats: new Map([[1, { chats: 2, chatsOldestAt: null }]]),
  wall: { ...defaultWall },
  names: new Map(),
  days: new Map([['UTC', { calls: new Map([[1, { answered: 1, kept: 1, lost: 0 }]]), chats: new Map() }]]),
  ...rest,
});

test('[CC-09] what is read again and says the same is the same, so that nobody compares hundreds of rows', () => {
  const known = facts([aPerson(1), aPerson(2)]);
  expect(keepFacts(known, facts([aPerson(1), aPerson(2)]))).toBe(known);
});

test.each([
  ['a conversation more', { load: 1 }],
  ['another group', { groups: [1, 3] }],
  ['a group less', { groups: [1] }],
  ['another name', { name: 'Budi' }],
])('[CC-09] of two people one has %s: the other and all else stay', (_what, change) => {
  const known = facts([aPerson(1), aPerson(2)]);
  const after = keepFacts(known, facts([aPerson(1), aPerson(2, change)]));
  expect(after).not.toBe(known);
  expect(after.people[0]).toBe(known.people[0]);
  expect(after.people[1]).toEqual(aPerson(2, change));
  expect(after.chats).toBe(known.chats);
  expect(after.days).toBe(known.days);
});

test('[CC-09] who came, who left and what else changed is taken as it was read', () => {
  const known = facts([aPerson(1), aPerson(2)]);
  const fresh = facts([aPerson(2), aPerson(3)], { names: new Map([['call', 'Lucía']]) });
  expect(keepFacts(known, fresh)).toEqual(fresh);
  expect(keepFacts(known, facts([aPerson(2), aPerson(1)])).people.map(({ userId }) => userId)).toEqual([2, 1]);
});
