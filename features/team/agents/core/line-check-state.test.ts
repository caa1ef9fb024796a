import { expect, test } from 'vitest';
import { LineCheckState } from '#shared/codes/line-check-state.ts';
import { lineCheckState, TEST_LASTS_MS } from './line-check-state.ts';

const { waiting, checking, connectError } = LineCheckState;

test.each([
  ['nothing was told', null, 0, waiting],
  ['it is being tested', checking, TEST_LASTS_MS, checking],
  ['its test was left with the page', checking, TEST_LASTS_MS + 1, waiting],
  ['it could not be reached', connectError, 86_400_000, connectError],
  ['it was reached', waiting, 0, waiting],
])('[LINE-01] is_check when %s', (_what, state, ageMs, expected) => {
  expect(lineCheckState(state === null ? null : { state, atMs: 0 }, ageMs)).toBe(expected);
});
