import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atThisHour, type ClosedHours } from '#core/call/closed-hours.ts';
import type { InboundPlan, MenuGoal } from '#core/call/call-plan.ts';
import type { NumberRule } from '#core/numbers/number-rule.ts';
import { callerPath, type PathFacts } from './caller-path.ts';

const SALES = 1;
const SUPPORT = 2;
const alwaysOpen: ClosedHours = { number: null, group: () => null };
const groups = new Map([
  [SALES, { name: 'Sales', enabled: true, members: 3 }],
  [SUPPORT, { name: 'Support', enabled: true, members: 2 }],
]);
const facts = (over: Partial<PathFacts> = {}): PathFacts => ({
  enabled: true,
  own: { kind: 'group', groupId: SALES },
  groupId: SALES,
  flowGone: null,
  rules: [],
  closed: alwaysOpen,
  group: (id) => groups.get(id) ?? null,
  flowName: () => 'Reception',
  ...over,
});
const rule = (over: Partial<NumberRule> = {}): NumberRule => ({
  priority: 10,
  callerPrefix: '',
  hours: 'any',
  calendarName: '',
  holdsNow: true,
  isReady: true,
  goal: { kind: 'group', id: SUPPORT, name: 'Support' },
  ...over,
});
const says = (over: Partial<PathFacts>): string[] =>
  callerPath(facts(over)).lines.map(({ says: what, values }) =>
    [what, values['group'] ?? values['key']].filter(Boolean).join(' '),
  );
const menu = {
  kind: 'menu' as const,
  menu: {
    prompt: 'menu.main',
    keys: { 1: { kind: 'group' as const, groupId: SALES }, 2: { kind: 'hangUp' as const } },
    otherwise: { kind: 'voicemail' as const },
    waitMs: 5_000,
    tries: 3,
  },
};

test.each<[string, Partial<PathFacts>, string[]]>([
  ['a group', {}, ['group Sales']],
  ['a number that is off', { enabled: false, rules: [rule()] }, ['off']],
  ['a number that leads nowhere', { own: null, groupId: null }, ['nowhere']],
  [
    'a group that is off',
    { group: (id) => ({ ...groups.get(id)!, enabled: false }) },
    ['group Sales', 'groupOff Sales'],
  ],
  [
    'a group without anybody',
    { group: (id) => ({ ...groups.get(id)!, members: 0 }) },
    ['group Sales', 'groupEmpty Sales'],
  ],
  ['a flow', { own: { kind: 'flow', flowId: 5, fallbackGroupId: SALES } }, ['flow', 'flowFallback Sales']],
  ['a flow without a group', { own: { kind: 'flow', flowId: 5, fallbackGroupId: null } }, ['flow', 'flowNoFallback']],
  ['a flow that is not published', { flowGone: 'Reception' }, ['flowGone', 'group Sales']],
  ['a menu', { own: menu }, ['menu', 'menuKey 1', 'group Sales', 'menuKey 2', 'hangUp', 'menuOtherwise', 'voicemail']],
  ['a rule for everybody', { rules: [rule(), rule()] }, ['ruleEverybody', 'notReached', 'group Support']],
  ['a rule for some', { rules: [rule({ callerPrefix: '52' })] }, ['rulePrefix', 'otherwise', 'group Sales']],
  ['a rule of other hours', { rules: [rule({ hours: 'closed', holdsNow: false })] }, ['ruleLater', 'group Sales']],
  [
    'a rule of these hours',
    { rules: [rule({ hours: 'open', calendarName: 'Office' })] },
    ['ruleHours', 'notReached', 'group Support'],
  ],
  ['a rule to a flow nobody published', { rules: [rule({ isReady: false })] }, ['ruleSkipped', 'group Sales']],
  [
    'a rule to somebody',
    { rules: [rule({ goal: { kind: 'agent', id: 7, name: 'Ana' } })] },
    ['ruleEverybody', 'notReached', 'agent'],
  ],
  [
    'closed hours of the number',
    { closed: { number: { goal: { kind: 'voicemail' } }, group: () => null } },
    ['closedNumber', 'voicemail'],
  ],
  [
    'a number that is open by its own hours',
    { closed: { number: { goal: null }, group: () => ({ kind: 'hangUp' }) } },
    ['group Sales'],
  ],
  [
    'closed hours of the group',
    { closed: { number: null, group: (id) => (id === SALES ? { kind: 'group', groupId: SUPPORT } : null) } },
    ['closedGroup Sales', 'group Support'],
  ],
  [
    'a menu whose first key leads to a group that is closed',
    { own: menu, closed: { number: null, group: () => ({ kind: 'voicemail' }) } },
    ['menu', 'menuKey 1', 'closedGroup Sales', 'voicemail', 'menuKey 2', 'hangUp', 'menuOtherwise', 'voicemail'],
  ],
])('[CC-16] the way of callers is told in words: %s', (_, over, expectedSteps) => {
  expect(says(over)).toEqual(expectedSteps);
});

test('[CC-16] many rules for some callers are counted, and one for everybody behind them is told', () => {
  const some = Array.from({ length: 30 }, (_, at) => rule({ priority: at, callerPrefix: `52${at}` }));
  const steps = says({ rules: [...some, rule()] });
  expect(steps.filter((one) => one === 'rulePrefix')).toHaveLength(20);
  expect(steps.slice(20)).toEqual(['rulesMore', 'ruleEverybody', 'notReached', 'group Support']);
});

const goal = fc.constantFrom<InboundPlan['to']>(
  { kind: 'group', groupId: SALES },
  { kind: 'flow', flowId: 5, fallbackGroupId: null },
  menu,
);
const away = fc.constantFrom<MenuGoal | null>(
  null,
  { kind: 'voicemail' },
  { kind: 'hangUp' },
  { kind: 'group', groupId: SUPPORT },
);

test('[CC-16] whatever the facts are, something is said, and it ends where the first rule for everybody, or the number, leads at this hour', () => {
  const rules = fc.array(
    fc.record({ callerPrefix: fc.constantFrom('', '52'), holdsNow: fc.boolean(), isReady: fc.boolean() }).map(rule),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      fc.option(goal),
      rules,
      fc.option(away),
      away,
      fc.boolean(),
      (own, listed, ofNumber, ofGroup, enabled) => {
        const closed: ClosedHours = {
          number: ofNumber === null ? null : { goal: ofNumber },
          group: (id) => (id === SALES ? ofGroup : null),
        };
        const { lines, to } = callerPath(facts({ own, rules: listed, closed, enabled }));
        const first = listed.find(({ callerPrefix, holdsNow, isReady }) => callerPrefix === '' && holdsNow && isReady);
        const meant = first ? ({ kind: 'group', groupId: SUPPORT } as const) : own;
        expect(lines.length).toBeGreaterThan(0);
        expect(to).toEqual(enabled && meant ? atThisHour(meant, closed) : null);
        expect(lines.some(({ says: what }) => what === 'nowhere' || what === 'off')).toBe(to === null);
      },
    ),
  );
});
