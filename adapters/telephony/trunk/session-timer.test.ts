import { expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import { isTooShort, leastSecondsIn, SessionTimer, timerAnswer, timerSettled, timerWish } from './session-timer.ts';

test.each([
  ['1800;refresher=uac', 'timer', ['Session-Expires: 1800;refresher=uac', 'Require: timer'], 'them'],
  ['1800;refresher=uas', 'timer', ['Session-Expires: 1800;refresher=uas'], 'us'],
  ['1800', '100rel, timer', ['Session-Expires: 1800;refresher=uac', 'Require: timer'], 'them'],
  ['1800', undefined, ['Session-Expires: 1800;refresher=uas'], 'us'],
])('asked for %s by one who supports %s', (asked, supported, headers, refresher) => {
  expect(timerAnswer(asked, supported)).toEqual({ headers, agreement: { seconds: 1_800, refresher } });
});

test('nobody asked, nothing is agreed', () => {
  expect(timerAnswer(undefined, 'timer')).toEqual({ headers: [], agreement: null });
  expect(timerAnswer('soon', 'timer')).toEqual({ headers: [], agreement: null });
  expect(timerSettled(undefined)).toBeNull();
});

test('what their answer settled', () => {
  expect(timerSettled('90;refresher=uac')).toEqual({ seconds: 90, refresher: 'us' });
  expect(timerSettled('90;refresher=uas')).toEqual({ seconds: 90, refresher: 'them' });
  expect(timerSettled(' 90')).toEqual({ seconds: 90, refresher: 'us' });
});

test('our wish is never below what they allow', () => {
  expect(timerWish(1_800, 90)).toEqual(['Session-Expires: 1800', 'Min-SE: 90']);
  expect(timerWish(1_800, 2_400)).toEqual(['Session-Expires: 2400', 'Min-SE: 2400']);
  expect(timerWish(90, 90, 'them')).toEqual(['Session-Expires: 90;refresher=uas', 'Min-SE: 90']);
  expect(leastSecondsIn('2400;x=y')).toBe(2_400);
  expect(leastSecondsIn(undefined)).toBe(0);
  expect([isTooShort('60'), isTooShort('90'), isTooShort(undefined)]).toEqual([true, false, false]);
});

test('we renew half way; when they should and do not, the call is given up before its end', () => {
  const clock = handClock();
  const due: string[] = [];
  const timer = new SessionTimer(clock.after, {
    refresh: () => void due.push('refresh'),
    lapsed: () => void due.push('lapsed'),
  });
  timer.agree({ seconds: 90, refresher: 'us' });
  clock.turn(44_999);
  expect(due).toEqual([]);
  clock.turn(1);
  expect(due).toEqual(['refresh']);
  timer.agree({ seconds: 90, refresher: 'them' });
  clock.turn(59_000);
  timer.agree({ seconds: 90, refresher: 'them' });
  clock.turn(59_999);
  expect(due).toEqual(['refresh']);
  clock.turn(1);
  expect(due).toEqual(['refresh', 'lapsed']);
  timer.agree({ seconds: 90, refresher: 'us' });
  timer.stop();
  clock.turn(1_000_000);
  expect(due).toHaveLength(2);
});
