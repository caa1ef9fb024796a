import { expect, test } from 'vitest';
import { duration, formatOf } from './format.ts';

test('[SHELL-02] one moment is written by the clock of the saved zone', () => {
  const at = '2026-12-31 23:30:00';
  expect(formatOf('en-US', 'Pacific/Pago_Pago').dateTime(at)).toBe('Dec 31, 2026, 12:30');
  expect(formatOf('en-US', 'Asia/Kolkata').dateTime(at)).toBe('Jan 1, 2027, 05:00');
  expect(formatOf('en-US', 'Pacific/Kiritimati').dateTime(at)).toBe('Jan 1, 2027, 13:30');
});

test('[SHELL-02] the two sides of a change of clocks follow the zone', () => {
  const madrid = formatOf('es-MX', 'Europe/Madrid');
  expect(madrid.time('2026-03-29 00:59:00')).toBe('01:59');
  expect(madrid.time('2026-03-29 01:00:00')).toBe('03:00');
  expect(madrid.time('2026-10-25 00:30:00')).toBe('02:30');
  expect(madrid.time('2026-10-25 01:30:00')).toBe('02:30');
});

test('[SHELL-34] wire times are written in the words of each language', () => {
  expect(formatOf('zh-CN', 'Asia/Shanghai').date('2026-04-01 00:00:00')).toBe('2026年4月1日');
  expect(formatOf('id-ID', 'Asia/Jakarta').date('2026-08-17 00:00:00')).toBe('17 Agu 2026');
  expect(formatOf('en-US', 'UTC').clock('09:05:00')).toBe('09:05');
});

test('a conversation of today shows its time and one of yesterday says so, by the saved zone', () => {
  const now = Date.parse('2026-06-10T16:30:00Z');
  expect(formatOf('en-US', 'Asia/Shanghai').recent('2026-06-10 16:10:00', now)).toBe('00:10');
  expect(formatOf('en-US', 'Asia/Shanghai').recent('2026-06-10 15:50:00', now)).toBe('yesterday');
  expect(formatOf('en-US', 'UTC').recent('2026-06-10 00:10:00', now)).toBe('00:10');
});

test('near times are relative, far ones are dates', () => {
  const en = formatOf('en-US', 'UTC');
  const now = Date.parse('2026-06-10T12:00:00Z');
  expect(en.relative('2026-06-10 11:57:10', now)).toBe('2 minutes ago');
  expect(en.relative('2026-06-10 11:59:50', now)).toBe('now');
  expect(en.relative('2026-06-12 12:00:00', now)).toBe('in 2 days');
  expect(en.relative('2025-06-10 12:00:00', now)).toBe('Jun 10, 2025');
  expect(formatOf('zh-CN', 'UTC').relative('2026-06-10 09:00:00', now)).toBe('3小时前');
});

test('durations count hours on', () => {
  expect(duration(3725)).toBe('01:02:05');
  expect(duration(360_000)).toBe('100:00:00');
  expect(duration(-3)).toBe('00:00:00');
  expect(duration(null)).toBe('–');
});

test('figures follow the language', () => {
  expect(formatOf('id-ID', 'UTC').number(1234567.5)).toBe('1.234.567,5');
  expect(formatOf('en-US', 'UTC').percent(0.256, 1)).toBe('25.6%');
  expect(formatOf('en-US', 'UTC').bytes(1_530_000)).toBe('1.5 MB');
  expect(formatOf('en-US', 'UTC').bytes(0)).toBe('0 byte');
  expect(formatOf('es-MX', 'UTC').money('12.5', 'MXN')).toBe('$12.50');
  expect(formatOf('en-US', 'UTC').money(null, 'USD')).toBe('–');
});

test('a length of time that need not be exact is told in its greatest unit', () => {
  const { span } = formatOf('en-US', 'UTC');
  expect([span(4_000), span(35.9 * 60_000), span(3 * 3_600_000), span(50 * 3_600_000)]).toEqual([
    '1 min',
    '35 min',
    '3 hr',
    '2 days',
  ]);
});
