import { expect, test } from 'vitest';
import { isWorkDone } from '../core/proof-of-work.ts';
import { workOff } from './work-off.ts';

test('[ADMIN-01] a page does the work the server asks for', async () => {
  const work = { puzzles: 3, bits: 8 };
  expect(isWorkDone('challenge', work, await workOff({ id: 'challenge', ...work }))).toBe(true);
});
