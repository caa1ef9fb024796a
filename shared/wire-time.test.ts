import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WireTime } from './endpoint.ts';
import { atOffset, fromWireTime, toWireTime } from './wire-time.ts';

/** A day from either end, so that every offset still has a year of four digits. */
const moment = fc.integer({ min: Date.parse('0001-01-02T00:00:00Z'), max: Date.parse('9999-12-30T00:00:00Z') });
const morning = Date.UTC(2026, 2, 9, 7, 5, 3, 999);

test('[SHELL-34] a moment reads YYYY-MM-DD HH:mm:ss in UTC', () => {
  expect(toWireTime(morning)).toBe('2026-03-09 07:05:03');
  expect(toWireTime(0)).toBe('1970-01-01 00:00:00');
  expect(toWireTime(-1)).toBe('1969-12-31 23:59:59');
});

test('[SHELL-34] a moment comes back from the wire as its whole second', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      expect(fromWireTime(toWireTime(ms))).toBe(Math.floor(ms / 1000) * 1000);
    }),
  );
});

test('[SHELL-34] what goes out is what the contracts accept', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      expect(WireTime.safeParse(toWireTime(ms)).success).toBe(true);
    }),
  );
});

test('[SHELL-34] of two moments on the wire the later one sorts later', () => {
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      if (a <= b) expect(toWireTime(a) <= toWireTime(b)).toBe(true);
    }),
  );
});

test('[SHELL-34] text that is no moment is refused', () => {
  for (const text of [
    '',
    'now',
    '2026-03-09',
    '2026-03-09T07:05:03',
    '2026-02-30 07:05:03',
    '2026-03-09 24:00:00',
    '2026-13-01 00:00:00',
    '2026-3-9 7:05:03',
    '0000-06-01 00:00:00',
    ' 2026-03-09 07:05:03',
  ]) {
    expect(() => fromWireTime(text), text).toThrow(RangeError);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => fromWireTime(text)).toThrow(RangeError);
    }),
  );
});

test('[SHELL-34] moments the wire cannot write are refused', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(10_000, 0), Date.UTC(-1, 11, 31)])
    expect(() => toWireTime(ms)).toThrow(RangeError);
});

test('[STATUS-13] a status report is stamped with the clock of UTC+8', () => {
  expect(atOffset(Date.UTC(2026, 11, 31, 20, 0, 0), 8)).toBe('2027-01-01 04:00:00');
  fc.assert(
    fc.property(moment, fc.integer({ min: -12, max: 14 }), (ms, hours) => {
      expect(fromWireTime(atOffset(ms, hours)) - fromWireTime(toWireTime(ms))).toBe(hours * 3_600_000);
    }),
  );
});
