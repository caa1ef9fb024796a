import { expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import { openTokenGuard } from './open-token-guard.ts';

const aToken = (n: number): string => `token-that-is-nobodys-${n}`;

test('thousands of made-up tokens at once from one network cost a bounded number of questions, and others none', async () => {
  const clock = handClock();
  const guard = openTokenGuard(clock);
  let asked = 0;
  const nobody = async (): Promise<null> => {
    asked += 1;
    await Promise.resolve();
    return null;
  };
  const answers = await Promise.allSettled(
    Array.from({ length: 4_000 }, (_, n) => guard.ask(aToken(n), '203.0.113.9', nobody)),
  );
  expect(asked).toBeLessThan(250);
  expect(answers.filter(({ status }) => status === 'rejected').length).toBe(4_000 - asked);
  await expect(guard.ask(aToken(5_000), '203.0.113.9', nobody)).rejects.toMatchObject({ name: 'tooManyRequests' });
  expect(await guard.ask(aToken(5_001), '198.51.100.7', async () => 'ana')).toBe('ana');
  clock.turn(60_001);
  expect(await guard.ask(aToken(5_000), '203.0.113.9', async () => 'ana')).toBe('ana');
});

test('a whole office that comes back at once is let in, however many they are', async () => {
  const guard = openTokenGuard(handClock());
  const answers = await Promise.all(
    Array.from({ length: 2_000 }, (_, n) => guard.ask(aToken(n), '203.0.113.9', async () => n)),
  );
  expect(answers).toEqual(Array.from({ length: 2_000 }, (_, n) => n));
});

test('a token that was nobody’s, and what cannot be one, is asked about no more', async () => {
  const guard = openTokenGuard(handClock());
  let asked = 0;
  const nobody = async (): Promise<null> => {
    asked += 1;
    return null;
  };
  for (let n = 0; n < 500; n += 1) expect(await guard.ask(aToken(1), '203.0.113.9', nobody)).toBeNull();
  for (const token of ['', 'é'.repeat(40), 'a'.repeat(5_000)])
    expect(await guard.ask(token, '203.0.113.9', nobody)).toBeNull();
  expect(asked).toBe(1);
});
