import { expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import { lastingClock, steadyClock } from './clock.ts';

/** The machine's own readings, in the hand of the test. */
function aMachine() {
  let [wallMs, monotonicMs] = [Date.parse('2026-11-16T12:00:00Z'), 5_000];
  return {
    wallMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    pass(ms: number) {
      wallMs += ms;
      monotonicMs += ms;
    },
    set: (ms: number) => void (wallMs += ms),
  };
}

test('a wall set back five minutes is followed without ever going back, and is caught up with', () => {
  const machine = aMachine();
  const clock = steadyClock(machine);
  machine.pass(10_000);
  let before = clock.nowMs();
  expect(before).toBe(machine.wallMs());
  machine.set(-300_000);
  for (let minute = 0; minute < 101; minute += 1) {
    machine.pass(60_000);
    const lapse = clock.nowMs() - before;
    expect(lapse).toBeGreaterThanOrEqual(57_000 - 1);
    expect(lapse).toBeLessThanOrEqual(60_000);
    before += lapse;
  }
  expect(clock.nowMs()).toBe(machine.wallMs());
});

test('a wall set forward, or one that was never right, is believed at once', () => {
  const machine = aMachine();
  const clock = steadyClock(machine);
  machine.set(300_000);
  expect(clock.nowMs()).toBe(machine.wallMs());
  machine.set(-86_400_000);
  expect(clock.nowMs()).toBe(machine.wallMs());
  machine.set(3_600_000);
  expect(clock.nowMs()).toBe(machine.wallMs());
  machine.set(-3_600_000);
  expect(clock.nowMs()).toBe(machine.wallMs());
});

test('what lasts keeps its own time, wherever the wall is set meanwhile', () => {
  const clock = handClock(1_000_000);
  const call = lastingClock(clock);
  clock.turn(60_000);
  clock.setWall(-300_000);
  clock.turn(5_000);
  expect(call.nowMs()).toBe(1_065_000);
  clock.setWall(+900_000);
  expect(call.nowMs()).toBe(1_065_000);
});
