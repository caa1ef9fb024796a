import { RouteType } from '#shared/codes/route-type.ts';
import { readDialled } from './dialled-number.ts';
import type { CallerFacts, RouterFact, ShownNumber, TrunkFact, WayFacts } from './plan-facts.ts';

/** A Tuesday. */
export const NOON = Date.parse('2026-11-17T12:00:00Z');

/** Nothing is against it. */
export const mayCall: CallerFacts = {
  purpose: 'manual',
  exchange: 'up',
  hasRightToken: true,
  colleague: null,
  nowMs: NOON,
  paidUntilMs: null,
  dialled: readDialled('5512345678', '52'),
  ringsMobile: false,
  hasEmergencyTrunk: false,
  isOwnNumber: false,
  allowedCountries: [],
  isBlacklisted: false,
};

export const aTrunk = (id: number, more: Partial<TrunkFact> = {}): TrunkFact => ({
  id,
  carrier: `carrier-${id}`,
  enabled: true,
  maxCalls: null,
  calls: 0,
  maxPerSec: null,
  callsThisSec: 0,
  perMinute: null,
  isForEmergency: false,
  emergencyAddress: '',
  ...more,
});

/** A route for calls by hand, `by` these trunks. */
export const aRouter = (
  id: number,
  { by = [], ...more }: Partial<Omit<RouterFact, 'trunks'>> & { by?: readonly number[] } = {},
): RouterFact => ({
  id,
  type: RouteType.manualCall,
  enabled: true,
  countries: [],
  hours: null,
  strategy: 'order',
  trunks: by.map((trunk) => ({ id: trunk, weight: 1 })),
  numberStrategy: 'fixed',
  hasPool: false,
  ...more,
});

export const aNumber = (number: string, more: Partial<ShownNumber> = {}): ShownNumber => ({
  number,
  country: 'MX',
  routerId: null,
  pools: [],
  isOfGroup: false,
  ...more,
});

/** One trunk, one number, no routes. */
export const aWay = (more: Partial<WayFacts> = {}): WayFacts => ({
  purpose: 'manual',
  nowMs: NOON,
  chance: 0,
  number: '525512345678',
  country: 'MX',
  isEmergency: false,
  routerId: 0,
  routers: [],
  groupRouterIds: null,
  trunks: [aTrunk(1)],
  shown: '',
  numbers: [aNumber('525550000101')],
  groupNumbersOnly: false,
  limits: [],
  money: null,
  ...more,
});
