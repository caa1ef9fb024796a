import { expect, test } from 'vitest';
import { troublesOf, type TroubleFacts } from './tenant-trouble.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const DAY = 86_400_000;
const healthy: TroubleFacts = {
  isActive: true,
  money: null,
  paidUntilMs: null,
  storage: { bytes: 0, limit: null },
  seats: [{ used: 3, limit: 3 }],
  trunksDown: 0,
  failingJobs: 0,
  lastSignInMs: NOW - DAY,
  foundedMs: NOW - 400 * DAY,
};
const money = { balanceE4: 10, creditE4: 0, warnBelowE4: null };

test('a tenant in order has no trouble', () => {
  expect(troublesOf(healthy, NOW)).toEqual([]);
});

test.each<[string, Partial<TroubleFacts>, string[]]>([
  ['nothing left', { money: { ...money, balanceE4: 0 } }, ['balance']],
  ['credit left', { money: { ...money, balanceE4: -5, creditE4: 10 } }, []],
  ['less than it wants', { money: { ...money, warnBelowE4: 20 } }, ['balance']],
  ['paid for a week', { paidUntilMs: NOW + 6 * DAY }, ['unpaid']],
  ['paid for longer', { paidUntilMs: NOW + 8 * DAY }, []],
  ['storage nearly full', { storage: { bytes: 90, limit: 100 } }, ['storage']],
  ['more seats than planned', { seats: [{ used: 4, limit: 3 }] }, ['seats']],
  ['a trunk and a job', { trunksDown: 1, failingJobs: 2 }, ['trunks', 'jobs']],
  ['nobody for a month', { lastSignInMs: NOW - 31 * DAY }, ['quiet']],
  ['nobody yet, but new', { lastSignInMs: null, foundedMs: NOW - DAY }, []],
  ['suspended', { isActive: false, trunksDown: 1 }, []],
])('%s', (_what, facts, troubles) => {
  expect(troublesOf({ ...healthy, ...facts }, NOW)).toEqual(troubles);
});
