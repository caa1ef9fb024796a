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

test('[SHELL-22] the retry button waits for its countdown', () => {
  expect(played(3, [{ type: 'started' }, passed])).toEqual({ state: { at: 'counting', leftSec: 2 }, asked: 0 });
  expect(played(3, [{ type: 'started' }, passed, pressed])).toEqual({
    state: { at: 'counting', leftSec: 2 },
    asked: 0,
  });
  expect(played(3, [{ type: 'started' }, passed, passed, passed])).toEqual({ state: { at: 'ready' }, asked: 0 });
});

test('[SHELL-22] it asks once per press, and counts again while the queue is still busy', () => {
  expect(played(1, [{ type: 'started' }, passed, pressed, pressed])).toEqual({ state: { at: 'asking' }, asked: 1 });
  expect(played(1, [{ type: 'started' }, passed, pressed, { type: 'stillBusy' }])).toEqual({
    state: { at: 'counting', leftSec: 1 },
    asked: 1,
  });
});
