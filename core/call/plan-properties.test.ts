import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { planCall } from './call-permission.ts';
import { isOpenAt, typesFor } from './choose-routes.ts';
import { readDialled } from './dialled-number.ts';
import { mayCall, NOON } from './plan-facts.fixture.ts';
import type { CallerFacts, LimitKind, WayFacts } from './plan-facts.ts';
import { callPurposes, numberStrategies, trunkStrategies } from './route-choices.ts';
import { NO_CHARGE, type CallMoney } from '../money/call-money.ts';

const small = fc.integer({ min: 1, max: 4 });
/** Seldom false. */
const mostly = fc.constantFrom(true, true, true, false);
const hours = fc.constantFrom(
  null,
  null,
  { timeZone: 'UTC', weekly: [{ day: 2, from: 540, to: 1_080 }], holidays: [] },
  { timeZone: 'America/Mexico_City', weekly: [{ day: 2, from: 540, to: 1_080 }], holidays: [] },
);
const country = fc.constantFrom('MX', 'US');
const trunk = fc.record({
  carrier: fc.constantFrom('one', 'two'),
  enabled: mostly,
  maxCalls: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null, freq: 1 }),
  calls: fc.nat(3),
  maxPerSec: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null, freq: 1 }),
  callsThisSec: fc.nat(3),
  perMinute: fc.option(fc.nat(9), { nil: null }),
  isForEmergency: fc.boolean(),
  emergencyAddress: fc.constant(''),
});
const router = fc.record({
  type: fc.constantFrom(RouteType.autoDial, RouteType.manualCall, RouteType.inbound, RouteType.outbound),
  enabled: mostly,
  countries: fc.uniqueArray(country, { maxLength: 2 }),
  hours,
  strategy: fc.constantFrom(...trunkStrategies),
  trunks: fc.uniqueArray(fc.record({ id: small, weight: small }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ id }) => id,
  }),
  numberStrategy: fc.constantFrom(...numberStrategies),
  hasPool: fc.boolean(),
});
const number = fc.record({
  number: fc.constantFrom('525550000101', '525550000102', '14155550101', '14155550102'),
  country: fc.option(country, { nil: null }),
  routerId: fc.option(small, { nil: null, freq: 3 }),
  pools: fc.uniqueArray(
    fc.record({
      routerId: small,
      position: fc.nat(9),
      shownToday: fc.nat(5),
      lastShownMs: fc.option(fc.nat(5), { nil: null }),
      restsUntilMs: fc.option(fc.constantFrom(NOON - 1, NOON + 1, NOON + 2), { nil: null }),
    }),
    { maxLength: 3, selector: ({ routerId }) => routerId },
  ),
  isOfGroup: fc.boolean(),
});
const limit = fc.record({
  kind: fc.constantFrom<LimitKind>('failure', 'perNumber', 'numbers', 'callsPerSecond', 'concurrent', 'costPerDay'),
  max: fc.integer({ min: 3, max: 8 }),
  used: fc.nat(4),
});
const numbered = <T extends object>(rows: readonly T[]): (T & { id: number })[] =>
  rows.map((row, index) => ({ ...row, id: index + 1 }));

/** 600 a minute, with so much to spend. */
const aPrice = (availableE4: number): CallMoney => ({
  availableE4,
  isPriced: true,
  price: {
    service: 'call',
    kind: 'manual',
    direction: 'outbound',
    country: 'MX',
    prefix: '',
    firstSec: 60,
    nextSec: 60,
    minuteE4: 600,
    setupE4: 0,
    listId: 1,
  },
  isFlowPriced: false,
  flowPrice: null,
  ownLinesFree: true,
});

const callers = fc.record({
  purpose: fc.constantFrom(...callPurposes),
  exchange: fc.constantFrom<CallerFacts['exchange']>('up', 'up', 'up', 'up', 'up', 'up', 'stopping', 'unreachable'),
  hasRightToken: fc.constant(true),
  colleague: fc.constant(null),
  nowMs: fc.constant(NOON),
  paidUntilMs: fc.constantFrom(null, null, null, null, NOON - 1, NOON + 1),
  dialled: fc.constantFrom(
    mayCall.dialled,
    mayCall.dialled,
    mayCall.dialled,
    mayCall.dialled,
    readDialled('911', '52'),
    readDialled('+14155550199', ''),
    readDialled('9001234567', '1'),
  ),
  ringsMobile: fc.constantFrom(false, false, false, true),
  hasEmergencyTrunk: fc.boolean(),
  isOwnNumber: fc.constant(false),
  allowedCountries: fc.constantFrom([], [], [], ['US']),
  isBlacklisted: fc.constantFrom(false, false, false, true),
});
const ways = fc.record({
  chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
  routerId: fc.oneof(fc.constant(0), fc.constant(0), fc.option(small, { nil: null })),
  routers: fc.array(router, { maxLength: 4 }).map(numbered),
  groupRouterIds: fc.option(fc.uniqueArray(small, { minLength: 1, maxLength: 4 }), { nil: null, freq: 1 }),
  trunks: fc.array(trunk, { minLength: 3, maxLength: 4 }).map(numbered),
  shown: fc.constantFrom('', '', '', '525550000101', '31205550100'),
  numbers: fc.uniqueArray(number, { minLength: 1, maxLength: 4, selector: (one) => one.number }),
  groupNumbersOnly: mostly.map((no) => !no),
  limits: fc.array(limit, { maxLength: 3 }),
  money: fc.constantFrom(null, null, null, aPrice(600), aPrice(599), { ...aPrice(600), price: null }),
});

function factsOf(caller: CallerFacts, way: Partial<WayFacts>): WayFacts {
  const { dialled, purpose } = caller;
  return {
    ...(way as WayFacts),
    purpose,
    nowMs: NOON,
    isEmergency: dialled.is === 'emergency',
    number: dialled.is === 'number' || dialled.is === 'emergency' ? dialled.number : '',
    country: dialled.is === 'number' ? dialled.country : null,
  };
}
/** One call in twenty goes: enough of them that fifty never fail to by chance. */
const RUNS = { numRuns: 3_000 };

test('[CC-12] [CC-05] a plan never takes a closed trunk or route, never beats a limit, obeys groups, and explains itself', () => {
  let went = 0;
  fc.assert(
    fc.property(callers, ways, (caller, way) => {
      const facts = factsOf(caller, way);
      const planned = planCall(caller, facts);
      const last = planned.steps!.at(-1)!;
      if ('refused' in planned) {
        expect(last).toMatchObject({ outcome: 'refused', detail: planned.detail });
        expect(planned.steps!.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1);
        return;
      }
      went += 1;
      const byId = new Map(facts.trunks.map((one) => [one.id, one]));
      const taken = planned.trunks.map(({ id }) => byId.get(id)!);
      expect(taken.length).toBeGreaterThan(0);
      expect(new Set(taken).size).toBe(taken.length);
      for (const { id } of taken)
        expect(planned.steps.some((step) => step.outcome === 'chosen' && step.trunkId === id)).toBe(true);
      expect(planned.steps.some(({ outcome }) => outcome === 'refused')).toBe(false);
      for (const one of taken) expect(one.enabled).toBe(true);
      if (facts.isEmergency) {
        expect(taken.every(({ isForEmergency }) => isForEmergency) && caller.purpose !== 'autoDial').toBe(true);
        expect(caller.ringsMobile).toBe(false);
        expect(planned.holds).toEqual(NO_CHARGE);
        return;
      }
      for (const { maxCalls, calls, maxPerSec, callsThisSec } of taken)
        expect((maxCalls === null || calls < maxCalls) && (maxPerSec === null || callsThisSec < maxPerSec)).toBe(true);
      expect(facts.limits.every(({ used, max }) => used < max)).toBe(true);
      // Nothing leaves that is not paid for, and nothing is held where nobody counts.
      expect(planned.holds.line?.amountE4 ?? null).toBe(facts.money ? 600 : null);
      expect(facts.money?.availableE4 ?? 600).toBe(600);
      const open = facts.routers.filter(
        (one) =>
          one.enabled &&
          isOpenAt(one, NOON) &&
          typesFor[facts.purpose].includes(one.type) &&
          (one.countries.length === 0 || one.countries.includes(facts.country!)) &&
          (facts.groupRouterIds?.includes(one.id) ?? true),
      );
      if (facts.routers.length > 0)
        for (const { id } of taken) expect(open.some(({ trunks }) => trunks.some((one) => one.id === id))).toBe(true);
      const shown = facts.numbers.find((one) => one.number === planned.displayNumber)!;
      expect(!facts.groupNumbersOnly || shown.isOfGroup).toBe(true);
      if (facts.shown !== '') expect(planned.displayNumber).toBe(facts.shown);
    }),
    RUNS,
  );
  expect(went).toBeGreaterThan(50);
});
