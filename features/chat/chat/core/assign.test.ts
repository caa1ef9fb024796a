import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '#test/processor-time.ts';
import { assign, offeredGroups, type FreeAgent, type WaitingConversation } from './assign.ts';

const waits = (id: number, rest: Partial<WaitingConversation> = {}): WaitingConversation => ({
  id,
  groupId: 1,
  sinceMs: id,
  lastAgentId: null,
  passedBy: [],
  ...rest,
});
const there = (userId: number, rest: Partial<FreeAgent> = {}): FreeAgent => ({
  userId,
  groupIds: [1],
  pausedIn: [],
  capacity: 3,
  load: 0,
  greets: 1_000,
  lastAssignedMs: 0,
  ...rest,
});
const pairs = (line: WaitingConversation[], agents: FreeAgent[]) =>
  assign(line, agents).map(({ conversationId, userId }) => [conversationId, userId]);

describe('who gets which conversation', () => {
  test.each<[string, WaitingConversation[], FreeAgent[], number[][]]>([
    ['nobody is there', [waits(1)], [], []],
    ['the one who waits longest is first', [waits(2), waits(1)], [there(9, { capacity: 1 })], [[1, 9]]],
    [
      'whose call comes first gets nothing new',
      [waits(1)],
      [there(8, { pausedIn: [1] }), there(9, { load: 2 })],
      [[1, 9]],
    ],
    [
      'but of other groups they do',
      [waits(1), waits(2, { groupId: 2 })],
      [there(8, { groupIds: [1, 2], pausedIn: [1] })],
      [[2, 8]],
    ],
    [
      'who let it pass is asked again before a colleague in a call is waited for',
      [waits(1, { passedBy: [9] })],
      [there(8, { pausedIn: [1] }), there(9)],
      [[1, 9]],
    ],
    ['the least to do', [waits(1)], [there(8, { load: 2 }), there(9, { load: 1 })], [[1, 9]]],
    [
      'of the share of their capacity',
      [waits(1)],
      [there(8, { load: 2, capacity: 10 }), there(9, { load: 1, capacity: 2 })],
      [[1, 8]],
    ],
    [
      'whoever got something longest ago',
      [waits(1)],
      [there(8, { lastAssignedMs: 5 }), there(9, { lastAssignedMs: 4 })],
      [[1, 9]],
    ],
    [
      'one after the other in one round',
      [waits(1), waits(2), waits(3)],
      [there(8), there(9)],
      [
        [1, 8],
        [2, 9],
        [3, 8],
      ],
    ],
    [
      'whoever spoke with the visitor last',
      [waits(1, { lastAgentId: 8 })],
      [there(8, { load: 2 }), there(9)],
      [[1, 8]],
    ],
    ['but not beyond their capacity', [waits(1, { lastAgentId: 8 })], [there(8, { load: 3 }), there(9)], [[1, 9]]],
    ['nobody of the group is free: those behind go on', [waits(1, { groupId: 2 }), waits(2)], [there(9)], [[2, 9]]],
    [
      'who let it pass is spared',
      [waits(1, { passedBy: [8], lastAgentId: 8 })],
      [there(8), there(9, { load: 2 })],
      [[1, 9]],
    ],
    ['no more at once than they can greet', [waits(1), waits(2)], [there(8, { greets: 1 })], [[1, 8]]],
    ['the last agent too', [waits(1, { lastAgentId: 8 })], [there(8, { greets: 0 }), there(9)], [[1, 9]]],
    ['also while the other is full', [waits(1, { passedBy: [8] })], [there(8), there(9, { load: 3 })], []],
    ['until all let it pass', [waits(1, { passedBy: [8, 9] })], [there(8), there(9, { load: 3 })], [[1, 8]]],
    ['who takes none is nobody', [waits(1, { passedBy: [8] })], [there(8), there(9, { capacity: 0 })], [[1, 8]]],
  ])('[CHAT-10] %s', (_, line, agents, expected) => {
    expect(pairs(line, agents)).toEqual(expected);
  });

  const aGroup = fc.integer({ min: 1, max: 4 });
  const aLine = fc
    .array(
      fc.record({
        groupId: aGroup,
        sinceMs: fc.integer({ min: 0, max: 20 }),
        lastAgentId: fc.option(fc.integer({ min: 1, max: 8 })),
        passedBy: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
      }),
      { maxLength: 40 },
    )
    .map((rows) => rows.map((row, index) => ({ id: index + 1, ...row })));
  const agentsOf = fc
    .array(
      fc.record({
        groupIds: fc.uniqueArray(aGroup, { minLength: 1 }),
        pausedIn: fc.uniqueArray(aGroup, { maxLength: 2 }),
        capacity: fc.integer({ min: 0, max: 4 }),
        load: fc.integer({ min: 0, max: 5 }),
        greets: fc.integer({ min: 0, max: 3 }),
        lastAssignedMs: fc.integer({ min: 0, max: 9 }),
      }),
      { maxLength: 8 },
    )
    .map((rows) => rows.map((row, index) => ({ userId: index + 1, ...row })));

  test('[complaint 12] nobody gets more than their capacity or than they can greet, nothing outside their groups, nothing twice', () => {
    fc.assert(
      fc.property(aLine, agentsOf, (line, agents) => {
        const given = assign(line, agents);
        expect(new Set(given.map(({ conversationId }) => conversationId)).size).toBe(given.length);
        for (const agent of agents) {
          const theirs = given.filter(({ userId }) => userId === agent.userId);
          if (theirs.length > 0) expect(agent.load + theirs.length).toBeLessThanOrEqual(agent.capacity);
          expect(theirs.length).toBeLessThanOrEqual(agent.greets);
          for (const { conversationId } of theirs)
            expect(offeredGroups(agent)).toContain(line[conversationId - 1]!.groupId);
        }
      }),
    );
  });

  test('[complaint 11] whoever waits longer in a group is not overtaken, save by those the others let pass', () => {
    fc.assert(
      fc.property(aLine, agentsOf, (line, agents) => {
        const given = new Set(assign(line, agents).map(({ conversationId }) => conversationId));
        const fresh = line.filter(({ passedBy }) => passedBy.length === 0);
        for (const one of fresh) {
          if (!given.has(one.id)) continue;
          const overtaken = fresh.filter(
            (other) =>
              other.groupId === one.groupId &&
              !given.has(other.id) &&
              (other.sinceMs < one.sinceMs || (other.sinceMs === one.sinceMs && other.id < one.id)),
          );
          expect(overtaken).toEqual([]);
        }
      }),
    );
  });

  test('[complaint 11] the line does not stall: while somebody of the group is free, nobody new to them waits', () => {
    fc.assert(
      fc.property(aLine, agentsOf, (line, agents) => {
        const given = assign(line, agents);
        const left = agents.filter((agent) => {
          const theirs = given.filter(({ userId }) => userId === agent.userId).length;
          return agent.capacity > agent.load + theirs && agent.greets > theirs;
        });
        const kept = line.filter(
          ({ id, passedBy }) => passedBy.length === 0 && !given.some(({ conversationId }) => conversationId === id),
        );
        for (const agent of left)
          expect(kept.filter(({ groupId }) => offeredGroups(agent).includes(groupId))).toEqual([]);
      }),
    );
  });

  test('[complaint 11] 1,000 contacts, 20 agents, 5 groups: loads differ by at most one', () => {
    const agents = Array.from({ length: 20 }, (_, n) => there(n + 1, { groupIds: [1, 2, 3, 4, 5], capacity: 100 }));
    const given = assign(
      Array.from({ length: 1_000 }, (_, n) => waits(n + 1, { groupId: (n % 5) + 1 })),
      agents,
    );
    const loads = agents.map(({ userId }) => given.filter((one) => one.userId === userId).length);
    expect([Math.min(...loads), Math.max(...loads)]).toEqual([50, 50]);
    expect(given.map(({ conversationId }) => conversationId)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
  });

  test('[complaint 20] 10,000 waiting and 500 agents are decided at once', () => {
    const agents = Array.from({ length: 500 }, (_, n) =>
      there(n + 1, { groupIds: [(n % 10) + 1, ((n + 3) % 10) + 1] }),
    );
    const line = Array.from({ length: 10_000 }, (_, n) =>
      waits(n + 1, { groupId: (n % 10) + 1, passedBy: n % 7 === 0 ? [1, 2, 3] : [] }),
    );
    const tookMs = processorMs(() => expect(assign(line, agents)).toHaveLength(1_500));
    expect(tookMs).toBeLessThan(500);
  });
});
