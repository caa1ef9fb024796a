import { expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { mayBring, type InboundRoute } from './bringing-trunk.ts';
import { planCall } from './call-permission.ts';
import { readDialled } from './dialled-number.ts';
import { aNumber, aRouter, aTrunk, aWay, mayCall, NOON } from './plan-facts.fixture.ts';
import type { PoolPlace, WayFacts } from './plan-facts.ts';

const plan = (facts: Partial<WayFacts>): string => {
  const planned = planCall(mayCall, aWay(facts));
  return 'refused' in planned
    ? `${planned.refused} ${planned.detail}`
    : `${planned.trunks.map(({ id }) => id).join()} as ${planned.displayNumber}`;
};
const nights = {
  timeZone: 'UTC',
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 1_200, to: 360 })),
  holidays: [],
};
const days = { ...nights, weekly: nights.weekly.map(({ day }) => ({ day, from: 540, to: 1_080 })) };
const two = [aTrunk(1, { perMinute: 3 }), aTrunk(2, { perMinute: 1.5 })];

test.each<[string, Partial<WayFacts>, string]>([
  [
    'a route that is closed is passed over for one that is open',
    { trunks: two, routers: [aRouter(5, { by: [1], hours: nights }), aRouter(6, { by: [2], hours: days })] },
    '2 as 525550000101',
  ],
  ['nothing is open', { routers: [aRouter(5, { by: [1], hours: nights })] }, 'noTrunk routerClosed'],
  [
    'the route asked for is closed',
    { routerId: 5, routers: [aRouter(5, { by: [1], hours: nights }), aRouter(6, { by: [1] })] },
    'noTrunk routerClosed',
  ],
  [
    'a program takes routes for programs, and those for every call',
    {
      purpose: 'autoDial',
      trunks: two,
      routers: [
        aRouter(5, { by: [1] }),
        aRouter(6, { by: [2], type: RouteType.autoDial }),
        aRouter(7, { by: [1], type: RouteType.outbound }),
      ],
    },
    '2,1 as 525550000101',
  ],
  [
    'a program takes no route for agents',
    { purpose: 'autoDial', routers: [aRouter(5, { by: [1] })] },
    'noTrunk noRoute',
  ],
  [
    'members of a group take its routes only',
    { trunks: two, groupRouterIds: [6], routers: [aRouter(5, { by: [1] }), aRouter(6, { by: [2] })] },
    '2 as 525550000101',
  ],
  [
    'and none of the others, asked for or not',
    { routerId: 5, groupRouterIds: [6], routers: [aRouter(5, { by: [1] }), aRouter(6, { by: [1] })] },
    'noTrunk notOfGroup',
  ],
  [
    'a group whose routes are all closed calls by none',
    { groupRouterIds: [6], routers: [aRouter(5, { by: [1] }), aRouter(6, { by: [1], hours: nights })] },
    'noTrunk routerClosed',
  ],
  [
    'the cheapest trunk goes first, one without a price last',
    {
      trunks: [...two, aTrunk(3)],
      routers: [aRouter(5, { by: [3, 1, 2], strategy: 'cost' })],
    },
    '2,1,3 as 525550000101',
  ],
  [
    'a full one is no bargain',
    {
      trunks: [aTrunk(1, { perMinute: 3 }), aTrunk(2, { perMinute: 1, maxCalls: 1, calls: 1 })],
      routers: [aRouter(5, { by: [1, 2], strategy: 'cost' })],
    },
    '1 as 525550000101',
  ],
])('[CC-12] the way of a call: %s', (_what, facts, expected) => {
  expect(plan(facts)).toBe(expected);
});

test('[CC-12] trunks share calls by their weights', () => {
  const routers = [
    {
      ...aRouter(5, { strategy: 'share' }),
      trunks: [
        { id: 1, weight: 3 },
        { id: 2, weight: 1 },
      ],
    },
  ];
  const first = (chance: number) => plan({ trunks: two, routers, chance }).slice(0, 3);
  expect([0, 0.2, 0.7499, 0.75, 0.999].map(first)).toEqual(['1,2', '1,2', '1,2', '2,1', '2,1']);
});

const pool = (position: number, more: Partial<PoolPlace> = {}): PoolPlace[] => [
  { routerId: 5, position, shownToday: 0, lastShownMs: null, restsUntilMs: null, ...more },
];
const a = aNumber('525511110000', { pools: pool(0, { shownToday: 9, lastShownMs: 30 }) });
const b = aNumber('525555000000', { pools: pool(1, { shownToday: 2, lastShownMs: 20 }) });
const c = aNumber('14155550100', { pools: pool(2, { shownToday: 5, lastShownMs: 10 }), country: 'US' });
const outside = aNumber('525599990000');

test.each<[string, string]>([
  ['fixed', a.number],
  ['inTurns', c.number],
  ['sameCountry', b.number],
  // 52551 are the first digits of the number called.
  ['sameArea', a.number],
  ['leastUsed', b.number],
])('[CC-12] a pool shows its numbers %s', (numberStrategy, expected) => {
  const routers = [aRouter(5, { by: [1], hasPool: true, numberStrategy: numberStrategy as 'fixed' })];
  expect(plan({ routers, numbers: [outside, a, b, c] })).toBe(`1 as ${expected}`);
});

test.each<[string, Partial<WayFacts>, string]>([
  [
    'a number that people stopped answering rests',
    { numbers: [{ ...a, pools: pool(0, { restsUntilMs: NOON + 1 }) }, b] },
    `1 as ${b.number}`,
  ],
  ['and comes back', { numbers: [{ ...a, pools: pool(0, { restsUntilMs: NOON }) }, b] }, `1 as ${a.number}`],
  [
    'where all rest the one that is ready first is shown',
    {
      numbers: [
        { ...a, pools: pool(0, { restsUntilMs: NOON + 9 }) },
        { ...b, pools: pool(1, { restsUntilMs: NOON + 5 }) },
      ],
    },
    `1 as ${b.number}`,
  ],
  ['one in no pool is not shown there', { shown: outside.number, numbers: [outside, a] }, 'boundNumberError notBound'],
  ['one in the pool may be asked for', { shown: b.number, numbers: [a, b] }, `1 as ${b.number}`],
  [
    'members of a group show its numbers only',
    { groupNumbersOnly: true, numbers: [a, { ...b, isOfGroup: true }] },
    `1 as ${b.number}`,
  ],
  [
    'and cannot ask for another',
    { groupNumbersOnly: true, shown: a.number, numbers: [a, { ...b, isOfGroup: true }] },
    'boundNumberError notOfGroup',
  ],
  [
    'a group without a number for the route calls nobody',
    { groupNumbersOnly: true, numbers: [a] },
    'boundNumberError noNumber',
  ],
])('[CC-12] the number shown: %s', (_what, facts, expected) => {
  expect(plan({ routers: [aRouter(5, { by: [1], hasPool: true })], ...facts })).toBe(expected);
});

test('[CC-12] a number of a pool leaves by every route that may show it, and by no other', () => {
  const routers = [
    aRouter(5, { by: [1], hasPool: true }),
    aRouter(6, { by: [2] }),
    aRouter(7, { by: [3], hasPool: true }),
  ];
  expect(plan({ trunks: [aTrunk(1), aTrunk(2), aTrunk(3)], routers, numbers: [a] })).toBe(`1,2 as ${a.number}`);
});

test('[CC-05] a call for help takes any trunk that carries it, full or not, whatever limits, routes and groups say', () => {
  const help = { dialled: readDialled('911', '52'), hasEmergencyTrunk: true, allowedCountries: ['NL'] };
  const facts = aWay({
    isEmergency: true,
    number: '911',
    country: null,
    trunks: [
      aTrunk(1),
      aTrunk(2, { isForEmergency: true, maxCalls: 1, calls: 1 }),
      aTrunk(3, { isForEmergency: true, emergencyAddress: 'Av. Reforma 1, CDMX' }),
      aTrunk(4, { isForEmergency: true, enabled: false }),
    ],
    routers: [aRouter(5, { by: [1], hours: nights })],
    groupRouterIds: [],
    limits: [{ kind: 'concurrent', max: 0, used: 0 }],
    money: { availableE4: 0, isPriced: true, price: null, isFlowPriced: false, flowPrice: null, ownLinesFree: false },
  });
  expect(planCall({ ...mayCall, ...help }, facts)).toMatchObject({
    trunks: [{ id: 3 }, { id: 2 }],
    displayNumber: '525550000101',
    emergencyAddress: 'Av. Reforma 1, CDMX',
    holds: { line: null, flow: null },
  });
  expect(planCall({ ...mayCall, ...help }, { ...facts, numbers: [] })).toMatchObject({ displayNumber: '' });
  expect(planCall({ ...mayCall, ...help, hasEmergencyTrunk: false }, facts)).toMatchObject({
    refused: 'cannotCallNumber',
    detail: 'emergencyNoTrunk',
  });
});

const inbound: InboundRoute = {
  type: RouteType.inbound,
  enabled: true,
  countries: [],
  hours: null,
  carriers: ['one'],
  numbers: null,
};
const call = { carrier: 'one', number: '525550000101', country: 'MX', nowMs: NOON };

test.each<[string, readonly InboundRoute[], boolean]>([
  ['without a route for them', [], true],
  ['over the trunk of such a route', [inbound], true],
  ['over another trunk', [{ ...inbound, carriers: ['two'] }], false],
  ['where one of two routes has the trunk', [{ ...inbound, carriers: ['two'] }, inbound], true],
  ['for a number the route has', [{ ...inbound, numbers: [call.number] }], true],
  ['for a number it has not', [{ ...inbound, numbers: [] }], false],
  ['of a country it is for', [{ ...inbound, countries: ['MX'] }], true],
  ['of another country', [{ ...inbound, countries: ['NL'] }], false],
  ['while it is closed', [{ ...inbound, hours: nights }], false],
  ['while it is switched off', [{ ...inbound, enabled: false }], true],
  ['where routes are for calls going out', [{ ...inbound, type: RouteType.outbound, carriers: [] }], true],
])('[CC-12] a call that comes in %s', (_what, routes, expected) => {
  expect(mayBring(routes, call)).toBe(expected);
});
