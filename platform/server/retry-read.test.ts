import { expect, test } from 'vitest';
import { Failure, type FailureName } from '#shared/errors.ts';
import { retryRead } from './retry-read.ts';

/** Answers after so many refusals. */
function late(refusals: number, name: FailureName = 'notFound') {
  let asked = 0;
  return {
    asked: () => asked,
    read: async () => {
      if ((asked += 1) <= refusals) throw new Failure(name);
      return 'here';
    },
  };
}

test('what is written a moment later is read, also by those whose part in it is not written yet', async () => {
  expect(await retryRead(() => true, late(2).read)).toBe('here');
  expect(await retryRead(() => true, late(1, 'notAllowed').read)).toBe('here');
});

test('what cannot come is refused at once, and so is anything but its absence', async () => {
  for (const [mayCome, name] of [
    [false, 'notFound'],
    [true, 'invalidInput'],
  ] as const) {
    const { asked, read } = late(1, name);
    await expect(retryRead(() => mayCome, read)).rejects.toMatchObject({ name });
    expect(asked()).toBe(1);
  }
});

test('what does not come within a second is absent', async () => {
  const { asked, read } = late(99);
  await expect(retryRead(() => true, read)).rejects.toMatchObject({ name: 'notFound' });
  expect(asked()).toBe(10);
});
