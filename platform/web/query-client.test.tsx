import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from './query-client.ts';

afterEach(() => void vi.useRealTimers());

test('what was asked for is forgotten soon after its screen is gone, so that a page open all day does not grow', async () => {
  vi.useFakeTimers();
  const client = makeQueryClient();
  for (let screen = 0; screen < 50; screen += 1) {
    const observer = new MutationObserver(client, { mutationFn: () => Promise.resolve('done') });
    const leave = observer.subscribe(() => {});
    const asked = observer.mutate();
    await vi.advanceTimersByTimeAsync(0);
    await asked;
    leave();
  }
  expect(client.getMutationCache().getAll()).toHaveLength(50);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getMutationCache().getAll()).toEqual([]);
});
