import { expect, test } from 'vitest';
import { drive } from '#core/machine.ts';
import { retryCountdown, type RetryCountdown, type RetryEffect, type RetryEvent } from './retry-countdown.ts';

function played(waitSec: number, events: RetryEvent[]) {
  const effects: RetryEffect[] = [];
  const driven = drive<RetryCountdown, RetryEvent, RetryEffect>(retryCountdown(waitSec), { at: 'ready' }, (effect) =>
    effects.push(effect),
  );
  for (const event of events) driven.send(event);
  return { state: driven.current(), asked: effects.filter((effect) => effect.type === 'ask').length };
}

const passed: RetryEvent = { type: 'secondPassed' };
const pressed: RetryEvent = { type: 'pressed' };

const busy: RetryEvent = { type: 'stillBusy' };

test('[QUEUE-02] the retry button can be pressed at once, and counts down after a retry', () => {
  expect(played(3, [pressed])).toEqual({ state: { at: 'asking' }, asked: 1 });
  expect(played(3, [pressed, busy, passed])).toEqual({ state: { at: 'counting', leftSec: 2 }, asked: 1 });
  expect(played(3, [pressed, busy, passed, pressed])).toEqual({ state: { at: 'counting', leftSec: 2 }, asked: 1 });
  expect(played(3, [pressed, busy, passed, passed, passed])).toEqual({ state: { at: 'ready' }, asked: 1 });
});

test('[SHELL-22] it asks once per press, and counts again while the queue is still busy', () => {
  expect(played(1, [pressed, pressed])).toEqual({ state: { at: 'asking' }, asked: 1 });
  expect(played(1, [pressed, busy, passed, pressed, busy])).toEqual({
    state: { at: 'counting', leftSec: 1 },
    asked: 2,
  });
});
