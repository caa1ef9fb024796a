import { expect, test } from 'vitest';
import { CLOSED_AFTER_MS, daysIn, monthToClose, nextMonth, startOfMonth } from './bill-month.ts';

test('months follow each other, and have their days', () => {
  expect(['2026-09', '2026-12'].map(nextMonth)).toEqual(['2026-10', '2027-01']);
  expect(['2026-02', '2028-02', '2026-04', '2026-12'].map(daysIn)).toEqual([28, 29, 30, 31]);
});

test('a month is closed some hours after it ended where the tenant is', () => {
  const zone = 'Asia/Jakarta';
  const endMs = Date.parse('2026-10-31T17:00:00Z');
  expect(startOfMonth('2026-11', zone)).toBe(endMs);
  const at = (nowMs: number, afterMonth: string | null = '2026-09') =>
    monthToClose({ afterMonth, firstMonth: '2026-03', zone, nowMs });
  expect(at(endMs)).toBeNull();
  expect(at(endMs + CLOSED_AFTER_MS - 1)).toBeNull();
  expect(at(endMs + CLOSED_AFTER_MS)).toBe('2026-10');
  // Months are closed in their order, from the one the account was opened in.
  expect(at(endMs + CLOSED_AFTER_MS, null)).toBe('2026-03');
  expect(at(endMs + CLOSED_AFTER_MS, '2026-10')).toBeNull();
});
