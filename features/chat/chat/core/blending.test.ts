import { expect, test } from 'vitest';
import { pausedGroups, type CallNow } from './blending.ts';

const NOW = 100_000;
const groups = [
  { groupId: 1, callPausesChats: true },
  { groupId: 2, callPausesChats: false },
  { groupId: 3, callPausesChats: true },
];

test.each<[string, CallNow, number[]]>([
  ['nothing goes on', { at: null, wrapUpUntilMs: null }, []],
  ['the phone rings', { at: 'ringing', wrapUpUntilMs: null }, [1, 3]],
  ['they talk', { at: 'talking', wrapUpUntilMs: null }, [1, 3]],
  ['they work after a call', { at: null, wrapUpUntilMs: NOW + 1 }, [1, 3]],
  ['that work is over, though nobody wrote it down yet', { at: null, wrapUpUntilMs: NOW }, []],
  ['the next call rings in the work after the last', { at: 'ringing', wrapUpUntilMs: NOW - 1 }, [1, 3]],
])('where calls come first, new chats pause: %s', (_, call, paused) => {
  expect(pausedGroups(groups, call, NOW)).toEqual(paused);
});

test('groups that do not pause lose nothing by a call', () => {
  expect(pausedGroups([{ groupId: 2, callPausesChats: false }], { at: 'talking', wrapUpUntilMs: null }, NOW)).toEqual(
    [],
  );
});
