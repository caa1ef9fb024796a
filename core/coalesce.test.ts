import { expect, test } from 'vitest';
import { coalesce, coalesceEach } from './coalesce.ts';

/** Work that begins when it is asked for and ends when the test says so. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = (): Promise<void> => {
    const held = Promise.withResolvers<void>();
    runs.push(held);
    return held.promise;
  };
  return { runs, run };
}
const turns = async (): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};

test('it runs at once, and again when it is asked for later', async () => {
  const { runs, run } = heldWork();
  const ask = coalesce(run);
  const first = ask();
  expect(runs).toHaveLength(1);
  runs[0]!.resolve();
  await first;
  void ask();
  expect(runs).toHaveLength(2);
});

test('asked while it runs, it runs exactly once more, however often it was asked', async () => {
  const { runs, run } = heldWork();
  const ask = coalesce(run);
  void ask();
  const waiting = [ask(), ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]!.resolve();
  await turns();
  expect(runs).toHaveLength(2);
  runs[1]!.resolve();
  await Promise.all(waiting);
  await turns();
  expect(runs).toHaveLength(2);
});

test('whoever asks waits for a run that began afterwards', async () => {
  const { runs, run } = heldWork();
  const ask = coalesce(run);
  const done: string[] = [];
  const first = ask().then(() => done.push('first'));
  const second = ask().then(() => done.push('second'));
  runs[0]!.resolve();
  await first;
  await turns();
  expect(done).toEqual(['first']);
  runs[1]!.resolve();
  await second;
  expect(done).toEqual(['first', 'second']);
});

test('a run that fails is told to those who waited for it, and the next one takes place', async () => {
  const { runs, run } = heldWork();
  const ask = coalesce(run);
  const first = ask();
  const second = ask();
  runs[0]!.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turns();
  runs[1]!.resolve();
  await expect(second).resolves.toBeUndefined();
  void ask();
  expect(runs).toHaveLength(3);
});

test('work that throws before it waits is work that failed', async () => {
  const ask = coalesce(() => {
    throw new Error('at once');
  });
  await expect(ask()).rejects.toThrow('at once');
  await expect(ask()).rejects.toThrow('at once');
});

test('two never run at a time, whenever they are asked for', async () => {
  let running = 0;
  let most = 0;
  let times = 0;
  const ask = coalesce(async () => {
    running += 1;
    times += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  // One ask at every turn of the queue: some come between the end of a run and the beginning of the next.
  for (let n = 0; n < 50; n += 1) {
    void ask();
    await Promise.resolve();
  }
  await ask();
  expect(most).toBe(1);
  expect(times).toBeGreaterThan(2);
});

test('of many each runs by itself, and all of it can be waited for', async () => {
  const held = new Map<string, PromiseWithResolvers<void>[]>();
  const coalesced = coalesceEach((tenant: number, user: number) => {
    const one = Promise.withResolvers<void>();
    held.set(`${tenant}/${user}`, [...(held.get(`${tenant}/${user}`) ?? []), one]);
    return one.promise;
  });
  void coalesced.ask(1, 7);
  void coalesced.ask(1, 7);
  void coalesced.ask(1, 7);
  const failing = coalesced.ask(2, 7);
  expect([held.get('1/7')!.length, held.get('2/7')!.length]).toEqual([1, 1]);
  let isSettled = false;
  const settled = coalesced.settled().then(() => (isSettled = true));
  held.get('2/7')![0]!.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  held.get('1/7')![0]!.resolve();
  await turns();
  expect([held.get('1/7')!.length, isSettled]).toEqual([2, false]);
  held.get('1/7')![1]!.resolve();
  await settled;
  await coalesced.settled();
});
