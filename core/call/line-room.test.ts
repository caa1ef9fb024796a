import { expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { lineRoom, type RoomFacts } from './line-room.ts';
import type { RouterFact, TrunkFact } from './plan-facts.ts';

const trunk = (id: number, wishes: Partial<TrunkFact> = {}): TrunkFact => ({
  id,
  carrier: 'rehearsal',
  enabled: true,
  maxCalls: null,
  calls: 0,
  maxPerSec: null,
  callsThisSec: 0,
  perMinute: null,
  isForEmergency: false,
  emergencyAddress: '',
  ...wishes,
});
const router = (id: number, by: number[], wishes: Partial<RouterFact> = {}): RouterFact =>
  ({
    id,
    type: RouteType.autoDial,
    enabled: true,
    countries: [],
    hours: null,
    strategy: 'order',
    hasPool: false,
    trunks: by.map((one) => ({ id: one, weight: 1 })),
    ...wishes,
  }) as RouterFact;
const room = (wishes: Partial<RoomFacts>) =>
  lineRoom({ purpose: 'autoDial', routerId: 0, nowMs: 0, routers: [], trunks: [], limits: [], ...wishes });

test('[TASK-02] as many calls may begin as the trunks of a route and the limits of the team leave', () => {
  const trunks = [
    trunk(1, { maxCalls: 10, calls: 4, maxPerSec: 5, callsThisSec: 1 }),
    trunk(2, { maxCalls: 3, calls: 5, maxPerSec: 2 }),
    trunk(3, { maxCalls: 99, maxPerSec: 99 }),
  ];
  const routers = [router(7, [1, 2]), router(8, [3], { type: RouteType.manualCall })];
  expect(room({ routerId: 7, routers, trunks })).toEqual({ is: 'open', lines: 6, starts: 6 });
  const limits = [
    { kind: 'concurrent' as const, max: 9, used: 4 },
    { kind: 'callsPerSecond' as const, max: 3, used: 1 },
  ];
  expect(room({ routerId: 7, routers, trunks, limits })).toEqual({ is: 'open', lines: 5, starts: 2 });
  expect(room({ trunks: [trunk(1)] })).toEqual({ is: 'open', lines: Infinity, starts: Infinity });
});

test('[TASK-02] what may be spent on a day is spent, or is not yet', () => {
  const spent = (used: number) => room({ trunks: [trunk(1)], limits: [{ kind: 'costPerDay', max: 500, used }] }).is;
  expect([spent(499), spent(500)]).toEqual(['open', 'spent']);
});

test('[TASK-02] a route that is not there, is off, or leads nowhere is missing; one outside its hours is closed', () => {
  const never = { timeZone: 'UTC', weekly: [], holidays: [] };
  const off = trunk(1, { enabled: false });
  expect(room({ routerId: 7, routers: [router(8, [1])], trunks: [trunk(1)] })).toEqual({ is: 'missing' });
  expect(room({ routerId: 7, routers: [router(7, [1], { enabled: false })], trunks: [trunk(1)] })).toEqual({
    is: 'missing',
  });
  expect(room({ routerId: 7, routers: [router(7, [1])], trunks: [off] })).toEqual({ is: 'missing' });
  expect(room({ trunks: [off] })).toEqual({ is: 'missing' });
  expect(room({ routerId: 7, routers: [router(7, [1], { hours: never })], trunks: [trunk(1)] })).toEqual({
    is: 'closed',
  });
});
