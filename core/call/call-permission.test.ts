import { expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { rejectionCodes } from '#shared/call-rejection.ts';
import { failures } from '#shared/errors.ts';
import { checkCaller } from './call-permission.ts';
import { chooseWay } from './choose-way.ts';
import { readDialled } from './dialled-number.ts';
import { aNumber, aRouter, aTrunk, aWay, mayCall as usual } from './plan-facts.fixture.ts';
import type { CallerFacts, WayFacts } from './plan-facts.ts';

const mayCall = { ...usual, nowMs: 1_000 };

const way = aWay();
const seen = new Set<number>();
const refusal = (facts: Partial<CallerFacts>): string | null => {
  const checked = checkCaller({ ...mayCall, ...facts });
  if (!('refused' in checked)) return null;
  seen.add(failures[checked.refused].code);
  return `${failures[checked.refused].code} ${checked.detail}`;
};
const choose = (facts: Partial<WayFacts>): string => {
  const chosen = chooseWay({ ...way, ...facts });
  if ('refused' in chosen) seen.add(failures[chosen.refused].code);
  return 'refused' in chosen
    ? `${failures[chosen.refused].code} ${chosen.detail}`
    : `${chosen.trunks.map(({ id }) => id).join()} as ${chosen.displayNumber}`;
};

test.each<[string, Partial<CallerFacts>, string | null]>([
  ['nothing is against it', {}, null],
  ['the server is stopping', { exchange: 'stopping' }, '800 stopping'],
  ['the exchange is away', { exchange: 'unreachable' }, '801 unreachable'],
  ['the token is not the right one', { hasRightToken: false }, '813 token'],
  ['a colleague is called without a token', { hasRightToken: false, colleague: 'other' }, '813 token'],
  ['it is a colleague, paid or not', { colleague: 'other', paidUntilMs: 1, dialled: readDialled('1234567', '') }, null],
  ['it is oneself', { colleague: 'self' }, '816 self'],
  ['the plan ended', { paidUntilMs: 1_000 }, '810 plan'],
  ['the plan ends in a moment', { paidUntilMs: 1_001 }, null],
  ['it is no number', { dialled: readDialled('12a', '52') }, '812 characters'],
  ['it has too many digits', { dialled: readDialled('1'.repeat(21), '52') }, '812 tooLong'],
  ['its country has no such numbers', { dialled: readDialled('551234', '52') }, '812 wrongLength'],
  ['it is a service number', { dialled: readDialled('0500', '52') }, '816 service'],
  ['it is for help and no real trunk takes it', { dialled: readDialled('911', '52') }, '816 emergencyNoTrunk'],
  ['it is for help and a trunk takes it', { dialled: readDialled('911', '52'), hasEmergencyTrunk: true }, null],
  [
    'it is for help, and neither paid nor allowed',
    {
      dialled: readDialled('066', '52'),
      hasEmergencyTrunk: true,
      paidUntilMs: 1,
      allowedCountries: ['NL'],
      isBlacklisted: true,
    },
    null,
  ],
  [
    'a program calls for help',
    { purpose: 'autoDial', dialled: readDialled('112', '52'), hasEmergencyTrunk: true },
    '816 emergencyByHand',
  ],
  [
    'somebody whose phone is a mobile calls for help',
    { ringsMobile: true, dialled: readDialled('112', '52'), hasEmergencyTrunk: true },
    '21007 emergencyOnMobile',
  ],
  ['somebody whose phone is a mobile calls anybody else', { ringsMobile: true }, null],
  ['it costs extra', { dialled: readDialled('9001234567', '1') }, '816 premium'],
  ['it is an extension nobody has', { dialled: readDialled('1234567', '') }, '816 extension'],
  ['it leads back to us', { isOwnNumber: true }, '816 ownNumber'],
  ['its country is not among the allowed', { allowedCountries: ['US', 'NL'] }, '811 MX'],
  ['its country is among the allowed', { allowedCountries: ['US', 'MX'] }, null],
  [
    'an island is dialled like its neighbour, which is allowed',
    { allowedCountries: ['US'], dialled: readDialled('8765550199', '1') },
    '811 JM',
  ],
  ['it is on the blacklist', { isBlacklisted: true }, '814 blacklist'],
])('[CALL-16] a call when %s', (_when, facts, expected) => {
  expect(refusal(facts)).toBe(expected);
});

const bound = aNumber('525550000102', { routerId: 7 });
const open = aNumber('525550000101');
const dutch = aNumber('31205550100', { country: 'NL' });

test.each<[string, Partial<WayFacts>, string]>([
  ['without routes all trunks are tried', { trunks: [aTrunk(1), aTrunk(2)] }, '1,2 as 525550000101'],
  [
    'default trunks are those of routes made for the country, then of the others',
    {
      trunks: [aTrunk(1), aTrunk(2), aTrunk(3)],
      routers: [
        aRouter(5, { by: [1, 3] }),
        aRouter(7, { countries: ['MX'], by: [2, 1] }),
        aRouter(8, { countries: ['NL'], by: [3] }),
      ],
    },
    '2,1,3 as 525550000101',
  ],
  [
    'routers for other purposes are no default',
    {
      routers: [aRouter(5, { type: RouteType.autoDial, by: [1] }), aRouter(6, { type: RouteType.inbound, by: [1] })],
    },
    '824 noRoute',
  ],
  [
    'the chosen route decides the trunks',
    { routerId: 7, trunks: [aTrunk(1), aTrunk(2)], routers: [aRouter(5, { by: [1] }), aRouter(7, { by: [2] })] },
    '2 as 525550000101',
  ],
  [
    'an outbound router can be chosen too',
    { routerId: 7, routers: [aRouter(7, { type: RouteType.outbound, by: [1] })] },
    '1 as 525550000101',
  ],
  [
    'a router of somebody else does not exist',
    { routerId: 8, routers: [aRouter(7, { by: [1] })] },
    '824 unknownRouter',
  ],
  ['what is no router does not exist', { routerId: null, routers: [aRouter(7, { by: [1] })] }, '824 unknownRouter'],
  [
    'a router that is switched off cannot be chosen',
    { routerId: 7, routers: [aRouter(7, { enabled: false, by: [1] })] },
    '824 routerOff',
  ],
  [
    'a router for automatic calls cannot be chosen',
    { routerId: 7, routers: [aRouter(7, { type: RouteType.autoDial, by: [1] })] },
    '824 routerOff',
  ],
  [
    'a router leads only where it is made for',
    { routerId: 7, routers: [aRouter(7, { countries: ['NL'], by: [1] })] },
    '824 routerCountry',
  ],
  ['a route without trunks leads nowhere', { routerId: 7, routers: [aRouter(7)] }, '824 noTrunk'],
  ['trunks that are switched off are none', { trunks: [aTrunk(1, { enabled: false })] }, '824 noTrunk'],
  ['without any number to show there is no call', { numbers: [] }, '819 noNumber'],
  ['a number of somebody else cannot be shown', { shown: '14155550199' }, '819 notBound'],
  [
    'a number bound to another router cannot be shown',
    {
      routerId: 5,
      shown: bound.number,
      numbers: [open, bound],
      routers: [aRouter(5, { by: [1] }), aRouter(7, { by: [1] })],
    },
    '819 notBound',
  ],
  [
    'a number bound to the router can',
    { routerId: 7, shown: bound.number, numbers: [open, bound], routers: [aRouter(7, { by: [1] })] },
    '1 as 525550000102',
  ],
  [
    'and is the default there',
    { routerId: 7, numbers: [open, bound], routers: [aRouter(7, { by: [1] })] },
    '1 as 525550000102',
  ],
  [
    'on default routes a bound number leaves by its own',
    {
      shown: bound.number,
      numbers: [open, bound],
      trunks: [aTrunk(1), aTrunk(2)],
      routers: [aRouter(5, { by: [1] }), aRouter(7, { by: [2] })],
    },
    '2 as 525550000102',
  ],
  ['the default is of the callee’s country', { country: 'NL', numbers: [open, dutch] }, '1 as 31205550100'],
  ['failures used up', { limits: [{ kind: 'failure', max: 3, used: 3 }] }, '815 failure'],
  ['failures nearly used up', { limits: [{ kind: 'failure', max: 3, used: 2 }] }, '1 as 525550000101'],
  ['called often enough', { limits: [{ kind: 'perNumber', max: 5, used: 5 }] }, '817 perNumber'],
  ['five other numbers', { limits: [{ kind: 'numbers', max: 5, used: 5 }] }, '817 numbers'],
  ['too fast for the tenant', { limits: [{ kind: 'callsPerSecond', max: 2, used: 2 }] }, '823 callsPerSecond'],
  ['money of the day is spent', { limits: [{ kind: 'costPerDay', max: 500, used: 500.25 }] }, '810 costPerDay'],
  ['too many at once', { limits: [{ kind: 'concurrent', max: 2, used: 2 }] }, '824 concurrent'],
  [
    'a full trunk is passed over',
    { trunks: [aTrunk(1, { maxCalls: 2, calls: 2 }), aTrunk(2, { maxCalls: 2, calls: 1 })] },
    '2 as 525550000101',
  ],
  ['all trunks are full', { trunks: [aTrunk(1, { maxCalls: 2, calls: 2 })] }, '824 allFull'],
  [
    'a trunk at its pace is passed over',
    { trunks: [aTrunk(1, { maxPerSec: 1, callsThisSec: 1 }), aTrunk(2)] },
    '2 as 525550000101',
  ],
  ['all trunks are at their pace', { trunks: [aTrunk(1, { maxPerSec: 1, callsThisSec: 1 })] }, '823 trunk'],
])('[CALL-17] the way of a call: %s', (_when, facts, expected) => {
  expect(choose(facts)).toBe(expected);
});

test('[CALL-16] every rejection code has a rule', () => {
  // What is refused to the owner of a mobile reaches no phone: it is told to their page.
  expect([...seen].sort()).toEqual([...rejectionCodes, failures.emergencyOnMobile.code].sort());
});
