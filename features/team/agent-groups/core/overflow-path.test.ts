import { expect, test } from 'vitest';
import { overflowPath, type OverflowingGroup } from './overflow-path.ts';

const group = (id: number, more: Partial<OverflowingGroup> = {}): OverflowingGroup => ({
  id,
  name: `G${id}`,
  enabled: true,
  maxWaitSec: 60,
  maxWaiting: null,
  overflowWhenNobody: false,
  overflowKind: 'voicemail',
  overflowGroupId: null,
  ...more,
});
const into = (id: number, next: number, more: Partial<OverflowingGroup> = {}) =>
  group(id, { overflowKind: 'group', overflowGroupId: next, ...more });
const path = (...all: OverflowingGroup[]) => {
  const { groups, end } = overflowPath(all[0]!, all);
  return [...groups.map(({ id }) => id), end];
};

test.each([
  ['straight to its end', [group(1)], [1, 'voicemail']],
  ['through another group', [into(1, 2), group(2, { overflowKind: 'callback' })], [1, 2, 'callback']],
  ['nothing ends the wait', [group(1, { maxWaitSec: null })], [1, 'waitForEver']],
  ['full lines end it', [group(1, { maxWaitSec: null, maxWaiting: 0 })], [1, 'voicemail']],
  ['nobody there ends it', [group(1, { maxWaitSec: null, overflowWhenNobody: true })], [1, 'voicemail']],
  ['a circle is gone once', [into(1, 2), into(2, 1)], [1, 2, 'waitForEver']],
  ['a group that is off is not entered', [into(1, 2), group(2, { enabled: false })], [1, 'waitForEver']],
  ['a group that is gone is not entered', [into(1, 9)], [1, 'waitForEver']],
] as const)('[CC-16] where callers go whom nobody answers: %s', (_, groups, expected) => {
  expect(path(...groups)).toEqual(expected);
});
