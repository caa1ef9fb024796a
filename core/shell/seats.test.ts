import { expect, test } from 'vitest';
import { queueDialogFor } from './seats.ts';

test.each([
  ['/interactive/chat', 'text', true],
  ['/workBench', 'text', false],
  ['/workBench', 'voice', true],
  ['/interactive/chat', 'voice', false],
  ['/home', 'text', false],
  ['/home', 'voice', false],
] as const)('[SHELL-25] on %s the queue dialog of the %s seat is open: %s', (path, kind, expected) => {
  expect(queueDialogFor(path, kind)).toBe(expected);
});
