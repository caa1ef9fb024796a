import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttledRefetch } from './throttled-refetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const answers: ((news: number) => void)[] = [];
  const received: number[] = [];
  const watch = throttledRefetch<number>({
    ask: () => new Promise((resolve) => answers.push(resolve)),
    onNews: (news) => received.push(news),
    restMs: 1_000,
  });
  return { watch, answers, received: received };
}

test('[CC-15] a hundred calls that end at once are one question, and one more after a rest', async () => {
  const { watch, answers, received } = watched();
  for (let call = 0; call < 100; call += 1) watch.refresh();
  expect(answers).toHaveLength(1);
  answers[0]!(1);
  await vi.advanceTimersByTimeAsync(999);
  expect([answers.length, received]).toEqual([1, [1]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(2);
  answers[1]!(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([answers.length, received]).toEqual([2, [1, 2]]);
});

test('[CC-15] a page that was left is told nothing any more', async () => {
  const { watch, answers, received } = watched();
  watch.refresh();
  watch.stop();
  answers[0]!(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([answers.length, received]).toEqual([1, []]);
});
