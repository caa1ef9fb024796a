import { expect, test } from 'vitest';
import { unseenOf, withChanges } from './new-calls.ts';

test('[CC-15] rows change where they stand, and new ones are only counted', () => {
  const row = (callId: string, status = 0) => ({ callId, status });
  const shown = [row('b'), row('a')];
  const fresh = [row('d'), row('c'), row('b', 1)];
  expect(withChanges(shown, fresh)).toEqual([row('b', 1), row('a')]);
  expect(unseenOf(shown, fresh)).toBe(2);
});
