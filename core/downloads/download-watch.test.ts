import { expect, test } from 'vitest';
import type { DownloadStatus } from '#shared/codes/download-status.ts';
import { completed, pollAfterMs } from './download-watch.ts';

const list = (...statuses: DownloadStatus[]) => statuses.map((status, index) => ({ id: index + 1, status }));

test.each([
  ['nothing', list(), null],
  ['only finished and expired items', list(2, 3), null],
  ['a waiting item', list(2, 0), 10_000],
  ['a running item', list(3, 1), 10_000],
] as const)('[DOWN-01] with %s the list is asked for again after: %#', (_what, items, afterMs) => {
  expect(pollAfterMs(items)).toBe(afterMs);
});

test('[DOWN-01] what was in progress and is done now has completed', () => {
  expect(completed(list(0, 1, 2, 1), list(2, 2, 2, 1)).map(({ id }) => id)).toEqual([1, 2]);
});

test('[DOWN-01] a first list tells no completion, nor does a failed or expired item', () => {
  expect(completed([], list(2, 2))).toEqual([]);
  expect(completed(list(1), list(3))).toEqual([]);
});
