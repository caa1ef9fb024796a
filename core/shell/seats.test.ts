import { expect, test } from 'vitest';
import { connectionsFor, queueDialogFor } from './seats.ts';

test.each([
  [true, true, { chat: true, softphone: true }],
  [true, false, { chat: true, softphone: false }],
  [false, true, { chat: false, softphone: true }],
  [false, false, { chat: false, softphone: false }],
])('[SHELL-31] a text seat %s and a voice seat %s start %j', (textSeat, voiceSeat, expected) => {
  expect(connectionsFor({ textSeat, voiceSeat })).toEqual(expected);
});

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
