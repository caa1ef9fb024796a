import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { processorShare } from './processor-share.mjs';

test('a machine that is asked for more than it has gives less than that', async () => {
  const cores = availableParallelism();
  const asked = await processorShare(cores * 4);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(0.5);
});
