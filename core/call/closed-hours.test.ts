import { expect, test } from 'vitest';
import type { InboundPlan, MenuGoal } from './call-plan.ts';
import { atThisHour, CLOSED_PROMPT, type ClosedHours } from './closed-hours.ts';

const [voicemail, hangUp]: MenuGoal[] = [{ kind: 'voicemail' }, { kind: 'hangUp' }];
const forGroup = (ofGroup: number): MenuGoal => ({ kind: 'voicemail', ofGroup });
const group = (groupId: number) => ({ kind: 'group', groupId }) as const;
const hours = (groups: Record<number, MenuGoal> = {}, number: ClosedHours['number'] = null): ClosedHours => ({
  number,
  group: (id) => groups[id] ?? null,
});
const sayClosedThen = (otherwise: MenuGoal): InboundPlan['to'] => ({
  kind: 'menu',
  menu: { prompt: CLOSED_PROMPT, keys: {}, otherwise, waitMs: 0, tries: 1 },
});
const menu: InboundPlan['to'] = {
  kind: 'menu',
  menu: {
    prompt: 'menu.main',
    keys: { 1: group(1), 2: group(2), 3: { kind: 'hangUp' } },
    otherwise: group(1),
    waitMs: 5_000,
    tries: 3,
  },
};

test.each<[string, InboundPlan['to'], ClosedHours, InboundPlan['to']]>([
  ['who is there is reached', group(1), hours(), group(1)],
  ['a group that is away lets callers leave a message', group(1), hours({ 1: voicemail! }), sayClosedThen(forGroup(1))],
  ['a group that is away has another answer', group(1), hours({ 1: group(2) }), sayClosedThen(group(2))],
  [
    'where the other is away too, a message is left',
    group(1),
    hours({ 1: group(2), 2: group(1) }),
    sayClosedThen(forGroup(1)),
  ],
  ['a number that is closed says so to all', menu, hours({}, { goal: hangUp! }), sayClosedThen(hangUp!)],
  [
    'a message for a number that is closed is for everybody',
    group(1),
    hours({}, { goal: voicemail! }),
    sayClosedThen(voicemail!),
  ],
  [
    'an open number of its own goes before the hours of its group',
    group(1),
    hours({ 1: voicemail! }, { goal: null }),
    group(1),
  ],
  [
    'in a menu only the keys of who is away lead elsewhere',
    menu,
    hours({ 2: voicemail! }),
    {
      kind: 'menu',
      menu: { ...(menu.kind === 'menu' ? menu.menu : never()), keys: { 1: group(1), 2: forGroup(2), 3: hangUp! } },
    },
  ],
])('[CC-17] %s', (_what, to, closed, expected) => {
  expect(atThisHour(to, closed)).toEqual(expected);
});

function never(): never {
  throw new Error('a menu');
}
