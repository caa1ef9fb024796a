import { expect, test } from 'vitest';
import { GREETING_LASTS_MS, roomToGreet } from './greeting-pace.ts';

const NOW = 1_000_000;

test.each([
  ['who has nothing new is offered as many as they can greet at once', [], 2, 2],
  ['what nobody looked at yet takes a place', [null], 2, 1],
  ['what was looked at a moment ago is being answered', [NOW - 1_000, null], 2, 0],
  ['what was looked at long ago and needed no answer holds up nothing', [NOW - GREETING_LASTS_MS], 2, 2],
  ['who was handed more than that by colleagues is offered none', [null, null, null], 2, 0],
])('[CHAT-10] %s', (_, ungreeted, atOnce, room) => {
  expect(roomToGreet(ungreeted, atOnce, NOW)).toBe(room);
});
