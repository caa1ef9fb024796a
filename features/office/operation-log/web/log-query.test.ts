import { expect, test } from 'vitest';
import { lastDays, logFilters, logQuery } from './log-query.ts';

const query = (some: Partial<Record<keyof typeof logFilters, string>>, zone = 'UTC') =>
  logQuery({ ...logFilters, ...some }, zone);

test('[ADMIN-04] without filters everything is asked for', () => {
  expect(query({})).toEqual({});
});

test.each([
  ['Pacific/Pago_Pago', '2026-03-01 11:00:00', '2026-03-02 11:00:00'],
  ['Asia/Kolkata', '2026-02-28 18:30:00', '2026-03-01 18:30:00'],
  ['Pacific/Kiritimati', '2026-02-28 10:00:00', '2026-03-01 10:00:00'],
])('[ADMIN-04] a day in %s is asked for from its own midnight to the next', (zone, from, to) => {
  expect(query({ from: '2026-03-01', to: '2026-03-01' }, zone)).toEqual({ from, to });
});

test('[ADMIN-04] the day on which clocks change has 23 hours', () => {
  expect(query({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
    from: '2026-03-28 23:00:00',
    to: '2026-03-29 22:00:00',
  });
});

test('[ADMIN-04] an action counts only with its module, and nonsense in the address is left out', () => {
  expect(query({ action: 'updateRole' })).toEqual({});
  expect(query({ module: 'access', action: 'updateRole' })).toEqual({ module: 'access', action: 'updateRole' });
  expect(query({ userId: 'x', outcome: 'maybe', from: 'yesterday', to: '2026-99-99', target: '  ' })).toEqual({});
});

test('[ADMIN-04] the last days end today where the viewer is', () => {
  const now = new Date('2026-03-01T23:30:00Z');
  expect(lastDays(1, now, 'UTC')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(lastDays(7, now, 'Asia/Shanghai')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
});
