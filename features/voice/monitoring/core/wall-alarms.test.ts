import { expect, test } from 'vitest';
import {
  alarmsOf,
  alertsOf,
  figuresOf,
  stillAcknowledged,
  type FigureLimits,
  type MeasuredGroup,
} from './wall-alarms.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');
const limits: FigureLimits = {
  waiting: { warn: 1, alarm: 5 },
  longestWaitSec: { warn: 20, alarm: 60 },
  levelPercent: { warn: 80, alarm: 60 },
  chatsWaiting: { warn: 2, alarm: 4 },
  longestChatWaitSec: { warn: 60, alarm: 180 },
};
const group = (some: Partial<MeasuredGroup> = {}): MeasuredGroup => ({
  id: 1,
  name: 'Sales',
  waiting: 0,
  oldestAt: null,
  chats: 0,
  chatsOldestAt: null,
  answered: 0,
  kept: 0,
  lost: 0,
  ...some,
});
const alarms = (...groups: MeasuredGroup[]) =>
  alarmsOf(groups, limits, NOW).map(({ groupName, figure, value }) => [groupName, figure, value]);

test.each([
  ['calm', { chats: 1 }, 'calm', 'calm'],
  ['enough to warn', { chats: 2, chatsOldestAt: '2026-11-15 09:59:00' }, 'warn', 'warn'],
  ['enough to act', { chats: 4, chatsOldestAt: '2026-11-15 09:57:00' }, 'alarm', 'alarm'],
  ['few, but long', { chats: 1, chatsOldestAt: '2026-11-15 09:50:00' }, 'calm', 'alarm'],
])('[CC-09] chats that wait are measured as callers are: %s', (_, some, waiting, longest) => {
  const stands = alertsOf(figuresOf([group(some)], NOW), limits);
  expect([stands.chatsWaiting, stands.longestChatWaitSec]).toEqual([waiting, longest]);
});

test('[CC-09] several groups are one: waiting adds up, of waits the longest counts, and without callers there is no level', () => {
  expect(
    figuresOf(
      [
        group({ waiting: 2, oldestAt: '2026-11-15 09:59:30', chats: 1, chatsOldestAt: '2026-11-15 09:59:50' }),
        group({ id: 2, waiting: 1, oldestAt: '2026-11-15 09:59:00' }),
      ],
      NOW,
    ),
  ).toEqual({ waiting: 3, longestWaitSec: 60, levelPercent: null, chatsWaiting: 1, longestChatWaitSec: 10 });
});

test('[CC-09] an alarm names its group; one of all groups together is told only where no group has it', () => {
  expect(alarms(group({ waiting: 5 }), group({ id: 2, name: 'Support', chats: 4 }))).toEqual([
    ['Sales', 'waiting', 5],
    ['Support', 'chatsWaiting', 4],
  ]);
  expect(alarms(group({ waiting: 3 }), group({ id: 2, name: 'Support', waiting: 3 }))).toEqual([[null, 'waiting', 6]]);
  expect(alarms(group({ answered: 1, kept: 1, lost: 1 }))).toEqual([['Sales', 'levelPercent', 50]]);
  expect(alarms(group(), group({ id: 2 }))).toEqual([]);
});

test('[CC-09] what was acknowledged stays quiet until it is over, and alarms anew after that', () => {
  const now = alarmsOf([group({ waiting: 5, chats: 4 })], limits, NOW);
  const acknowledged = now.map(({ key }) => key);
  expect(stillAcknowledged(acknowledged, now), 'nothing changed').toBe(acknowledged);
  const over = stillAcknowledged(acknowledged, alarmsOf([group({ chats: 6 })], limits, NOW));
  expect(over).toEqual(['chatsWaiting 1']);
});
