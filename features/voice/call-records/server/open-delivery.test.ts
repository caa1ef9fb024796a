import { expect, test } from 'vitest';
import { openDelivery } from './open-delivery.ts';

const AWAY = new Error('away');
const isAway = (thrown: unknown): boolean => thrown === AWAY;

test('what cannot be delivered waits and is delivered once it can be', async () => {
  const waiting: number[] = [];
  const { deliver } = openDelivery({ isAway, report: (many) => waiting.push(many), retryMs: 1 });
  let tries = 0;
  const delivered = await deliver(async () => {
    tries += 1;
    if (tries < 4) throw AWAY;
    return 'kept';
  });
  expect([delivered, tries, waiting]).toEqual(['kept', 4, [1]]);
});

test('what is refused for another reason is told at once, and a stop gives up what waits', async () => {
  const { deliver, stop } = openDelivery({ isAway, report: () => {}, retryMs: 3_600_000 });
  await expect(deliver(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const many = Array.from({ length: 20 }, () => deliver(() => Promise.reject(AWAY)));
  const settled = Promise.allSettled(many);
  await Promise.resolve();
  stop();
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
});
