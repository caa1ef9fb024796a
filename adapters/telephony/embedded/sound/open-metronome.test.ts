import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMetronome } from './open-metronome.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('ticks fifty times a second, without drift, however late each timer is', () => {
  let lateMs = 0;
  const metronome = openMetronome({ now: () => performance.now() + lateMs });
  let ticks = 0;
  metronome.subscribe(() => {
    ticks++;
    lateMs = (lateMs + 0.7) % 3;
  });
  vi.advanceTimersByTime(60_000);
  expect(Math.abs(ticks - 3_000)).toBeLessThanOrEqual(1);
  metronome.stop();
});

test('makes up for a short stall, and leaves out what a long one swallowed', () => {
  let stallMs = 0;
  const metronome = openMetronome({ now: () => performance.now() + stallMs });
  const tick = vi.fn<() => void>();
  metronome.subscribe(tick);
  vi.advanceTimersByTime(100);
  expect(tick).toHaveBeenCalledTimes(5);
  stallMs += 60;
  vi.advanceTimersByTime(20);
  expect(tick).toHaveBeenCalledTimes(9);
  stallMs += 10_000;
  vi.advanceTimersByTime(20);
  expect(tick).toHaveBeenCalledTimes(14);
  vi.advanceTimersByTime(200);
  expect(tick).toHaveBeenCalledTimes(24);
  metronome.stop();
});

test('rests when nobody subscribes, and starts again', () => {
  const metronome = openMetronome();
  expect(vi.getTimerCount()).toBe(0);
  const first = metronome.subscribe(() => {});
  const second = metronome.subscribe(() => {});
  expect(vi.getTimerCount()).toBe(1);
  first();
  second();
  expect(vi.getTimerCount()).toBe(0);
  const tick = vi.fn<() => void>();
  const third = metronome.subscribe(tick);
  vi.advanceTimersByTime(41);
  expect(tick).toHaveBeenCalledTimes(2);
  third();
  expect(vi.getTimerCount()).toBe(0);
});

test('one subscriber that throws does not silence the others', () => {
  const faults: unknown[] = [];
  const metronome = openMetronome({ onFault: (error) => faults.push(error) });
  const tick = vi.fn<() => void>();
  metronome.subscribe(() => {
    throw new Error('broken');
  });
  metronome.subscribe(tick);
  vi.advanceTimersByTime(61);
  expect(tick).toHaveBeenCalledTimes(3);
  expect(faults.length).toBe(3);
  metronome.stop();
});

test('whoever leaves during a tick is not called again in it', () => {
  const metronome = openMetronome();
  const tick = vi.fn<() => void>();
  const leave: (() => void)[] = [];
  metronome.subscribe(() => leave.forEach((each) => each()));
  leave.push(metronome.subscribe(tick));
  vi.advanceTimersByTime(61);
  expect(tick).not.toHaveBeenCalled();
  metronome.stop();
});
