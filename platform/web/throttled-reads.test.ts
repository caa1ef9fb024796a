import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttledReads } from './throttled-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a hundred endings at once are one reading, and the next comes five seconds later', async () => {
  const read = vi.fn<() => Promise<void>>(async () => {});
  const { refresh, stop } = throttledReads(read);
  for (let n = 0; n < 100; n += 1) refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  refresh();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
  refresh();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('what ends while it is read is read too, and slow readings come seldom', async () => {
  const read = vi.fn<() => Promise<void>>(() => new Promise((done) => setTimeout(done, 2_000)));
  const { refresh, stop } = throttledReads(read);
  refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  refresh();
  await vi.advanceTimersByTimeAsync(18_999);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
  stop();
});
