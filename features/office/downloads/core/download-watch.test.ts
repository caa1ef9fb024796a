import { expect, test } from 'vitest';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import { arrivedAt, pollAfterMs } from './download-watch.ts';

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
  expect(arrivedAt(DownloadStatus.done, list(0, 1, 2, 1), list(2, 2, 2, 1)).map(({ id }) => id)).toEqual([1, 2]);
});

test('[DOWN-01] an export that was quicker than the page has completed too', () => {
  expect(arrivedAt(DownloadStatus.done, list(2), list(2, 2)).map(({ id }) => id)).toEqual([2]);
  expect(arrivedAt(DownloadStatus.done, [], list(2)).map(({ id }) => id)).toEqual([1]);
});

test('[DOWN-01] a first list tells nothing, nor does an old item that moved up when another was removed', () => {
  expect(arrivedAt(DownloadStatus.done, null, list(2, 2))).toEqual([]);
  expect(
    arrivedAt(
      DownloadStatus.done,
      [
        { id: 9, status: 2 },
        { id: 8, status: 2 },
      ],
      [
        { id: 8, status: 2 },
        { id: 7, status: 2 },
      ],
    ),
  ).toEqual([]);
});

test('[DOWN-01] what failed or expired has not completed', () => {
  expect(arrivedAt(DownloadStatus.done, list(1), list(3))).toEqual([]);
  expect(arrivedAt(DownloadStatus.expired, list(1, 2), list(3, 3)).map(({ id }) => id)).toEqual([1]);
});
