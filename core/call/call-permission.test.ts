import { expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { rejectionCodes } from '#shared/call-rejection.ts';
import { failures } from '#shared/errors.ts';
import {
  chooseWay,
  whyNotCall,
  type CallerFacts,
  type LineFact,
  type RouterFact,
  type WayFacts,
} from './call-permission.ts';
import { readDialled } from './dialled-number.ts';

const mayCall: CallerFacts = {
  exchange: 'up',
  hasRightToken: true,
  colleague: null,
  nowMs: 1_000,
  paidUntilMs: null,
  balance: null,
  dialled: readDialled('5512345678', '52'),
  isOwnNumber: false,
  allowedCountries: [],
  isBlacklisted: false,
};
const aLine = (id: number, more: Partial<LineFact> = {}): LineFact => ({
  id,
  carrier: `carrier-${id}`,
  enabled: true,
  maxCalls: null,
  calls: 0,
  maxPerSec: null,
  callsThisSec: 0,
  ...more,
});
const aRouter = (id: number, more: Partial<RouterFact> = {}): RouterFact => ({
  id,
  type: RouteType.manualCall,
  enabled: true,
  countries: [],
  lineIds: [],
  ...more,
});
const way: WayFacts = {
  country: 'MX',
  routerId: 0,
  routers: [],
  lines: [aLine(1)],
  shown: '',
  numbers: [{ number: '525550000101', country: 'MX', routerId: null }],
  limits: [],
};

const seen = new Set<number>();
const refusal = (facts: Partial<CallerFacts>): string | null => {
  const no = whyNotCall({ ...mayCall, ...facts });
  if (no) seen.add(failures[no.refused].code);
  return no && `${failures[no.refused].code} ${no.detail}`;
};
const choose = (facts: Partial<WayFacts>): string => {
  const chosen = chooseWay({ ...way, ...facts });
  if ('refused' in chosen) seen.add(failures[chosen.refused].code);
  return 'refused' in chosen
    ? `${failures[chosen.refused].code} ${chosen.detail}`
    : `${chosen.lines.map(({ id }) => id).join()} as ${chosen.displayNumber}`;
};

test.each<[string, Partial<CallerFacts>, string | null]>([
  ['nothing is against it', {}, null],
  ['the server is stopping', { exchange: 'stopping' }, '800 stopping'],
  ['the exchange is away', { exchange: 'unreachable' }, '801 unreachable'],
  ['the token is not the right one', { hasRightToken: false }, '813 token'],
  ['a colleague is called without a token', { hasRightToken: false, colleague: 'other' }, '813 token'],
  [
    'it is a colleague, paid or not',
    { colleague: 'other', paidUntilMs: 1, balance: 0, dialled: readDialled('1234567', '') },
    null,
  ],
  ['it is oneself', { colleague: 'self' }, '816 self'],
  ['the plan ended', { paidUntilMs: 1_000 }, '810 plan'],
  ['the plan ends in a moment', { paidUntilMs: 1_001 }, null],
  ['no money is left', { balance: 0 }, '810 balance'],
  ['money is left', { balance: 1 }, null],
  ['it is no number', { dialled: readDialled('12a', '52') }, '812 characters'],
  ['it has too many digits', { dialled: readDialled('1'.repeat(21), '52') }, '812 tooLong'],
  ['its country has no such numbers', { dialled: readDialled('551234', '52') }, '812 wrongLength'],
  ['it is for emergencies', { dialled: readDialled('911', '52') }, '816 service'],
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

const bound = { number: '525550000102', country: 'MX', routerId: 7 };
const open = { number: '525550000101', country: 'MX', routerId: null };
const dutch = { number: '31205550100', country: 'NL', routerId: null };

test.each<[string, Partial<WayFacts>, string]>([
  ['without routers all lines are tried', { lines: [aLine(1), aLine(2)] }, '1,2 as 525550000101'],
  [
    'default lines are those of routers made for the country, then of the others',
    {
      lines: [aLine(1), aLine(2), aLine(3)],
      routers: [
        aRouter(5, { lineIds: [1, 3] }),
        aRouter(7, { countries: ['MX'], lineIds: [2, 1] }),
        aRouter(8, { countries: ['NL'], lineIds: [3] }),
      ],
    },
    '2,1,3 as 525550000101',
  ],
  [
    'routers for other purposes are no default',
    {
      routers: [
        aRouter(5, { type: RouteType.autoDial, lineIds: [1] }),
        aRouter(6, { type: RouteType.inbound, lineIds: [1] }),
      ],
    },
    '824 noLine',
  ],
  [
    'the chosen router decides the lines',
    { routerId: 7, lines: [aLine(1), aLine(2)], routers: [aRouter(5, { lineIds: [1] }), aRouter(7, { lineIds: [2] })] },
    '2 as 525550000101',
  ],
  [
    'an outbound router can be chosen too',
    { routerId: 7, routers: [aRouter(7, { type: RouteType.outbound, lineIds: [1] })] },
    '1 as 525550000101',
  ],
  [
    'a router of somebody else does not exist',
    { routerId: 8, routers: [aRouter(7, { lineIds: [1] })] },
    '824 unknownRouter',
  ],
  [
    'what is no router does not exist',
    { routerId: null, routers: [aRouter(7, { lineIds: [1] })] },
    '824 unknownRouter',
  ],
  [
    'a router that is switched off cannot be chosen',
    { routerId: 7, routers: [aRouter(7, { enabled: false, lineIds: [1] })] },
    '824 routerOff',
  ],
  [
    'a router for automatic calls cannot be chosen',
    { routerId: 7, routers: [aRouter(7, { type: RouteType.autoDial, lineIds: [1] })] },
    '824 routerOff',
  ],
  [
    'a router leads only where it is made for',
    { routerId: 7, routers: [aRouter(7, { countries: ['NL'], lineIds: [1] })] },
    '824 routerCountry',
  ],
  ['a router without lines leads nowhere', { routerId: 7, routers: [aRouter(7)] }, '824 noLine'],
  ['lines that are switched off are none', { lines: [aLine(1, { enabled: false })] }, '824 noLine'],
  ['without any number to show there is no call', { numbers: [] }, '819 noNumber'],
  ['a number of somebody else cannot be shown', { shown: '14155550199' }, '819 notBound'],
  [
    'a number bound to another router cannot be shown',
    {
      routerId: 5,
      shown: bound.number,
      numbers: [open, bound],
      routers: [aRouter(5, { lineIds: [1] }), aRouter(7, { lineIds: [1] })],
    },
    '819 notBound',
  ],
  [
    'a number bound to the router can',
    { routerId: 7, shown: bound.number, numbers: [open, bound], routers: [aRouter(7, { lineIds: [1] })] },
    '1 as 525550000102',
  ],
  [
    'and is the default there',
    { routerId: 7, numbers: [open, bound], routers: [aRouter(7, { lineIds: [1] })] },
    '1 as 525550000102',
  ],
  [
    'on default lines a bound number leaves by its own router',
    {
      shown: bound.number,
      numbers: [open, bound],
      lines: [aLine(1), aLine(2)],
      routers: [aRouter(5, { lineIds: [1] }), aRouter(7, { lineIds: [2] })],
    },
    '2 as 525550000102',
  ],
  ['the default is of the callee’s country', { country: 'NL', numbers: [open, dutch] }, '1 as 31205550100'],
  ['failures used up', { limits: [{ kind: 'failure', max: 3, used: 3 }] }, '815 failure'],
  ['failures nearly used up', { limits: [{ kind: 'failure', max: 3, used: 2 }] }, '1 as 525550000101'],
  ['called often enough', { limits: [{ kind: 'perNumber', max: 5, used: 5 }] }, '817 perNumber'],
  ['five other numbers', { limits: [{ kind: 'numbers', max: 5, used: 5 }] }, '817 numbers'],
  ['too fast for the tenant', { limits: [{ kind: 'callsPerSecond', max: 2, used: 2 }] }, '823 callsPerSecond'],
  ['too many at once', { limits: [{ kind: 'concurrent', max: 2, used: 2 }] }, '824 concurrent'],
  [
    'a full line is passed over',
    { lines: [aLine(1, { maxCalls: 2, calls: 2 }), aLine(2, { maxCalls: 2, calls: 1 })] },
    '2 as 525550000101',
  ],
  ['all lines are full', { lines: [aLine(1, { maxCalls: 2, calls: 2 })] }, '824 allFull'],
  [
    'a line at its pace is passed over',
    { lines: [aLine(1, { maxPerSec: 1, callsThisSec: 1 }), aLine(2)] },
    '2 as 525550000101',
  ],
  ['all lines are at their pace', { lines: [aLine(1, { maxPerSec: 1, callsThisSec: 1 })] }, '823 line'],
])('[CALL-17] the way of a call: %s', (_when, facts, expected) => {
  expect(choose(facts)).toBe(expected);
});

test('[CALL-16] every rejection code has a rule', () => {
  expect([...seen].sort()).toEqual([...rejectionCodes].sort());
});
