import { expect, test } from 'vitest';
import { daysMeant, rangeName, reportFilter } from './report-query.ts';

/** Already the 15th in Shanghai, still the 14th in Mexico City. */
const NOW = Date.UTC(2026, 10, 14, 20);

test.each([
  [{}, { from: '2026-11-09', to: '2026-11-15' }],
  [{ range: 'today' }, { from: '2026-11-15', to: '2026-11-15' }],
  [{ range: 'yesterday' }, { from: '2026-11-14', to: '2026-11-14' }],
  [{ range: 'month' }, { from: '2026-10-17', to: '2026-11-15' }],
  [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-03-01', to: '2026-03-02' },
  ],
  [
    { from: '2020-01-01', to: '2026-03-01' },
    { from: '2025-03-01', to: '2026-03-01' },
  ],
  [
    { range: 'toString', from: '2026-02-30' },
    { from: '2026-11-09', to: '2026-11-15' },
  ],
])('[chat reports] an address %j means days of the reader', (address, days) => {
  expect(daysMeant(address, 'Asia/Shanghai', NOW)).toEqual(days);
});

test('[chat reports] the same name is another day elsewhere', () => {
  expect(daysMeant({ range: 'today' }, 'America/Mexico_City', NOW)).toEqual({ from: '2026-11-14', to: '2026-11-14' });
});

test('[chat reports] filters that are no ids are left out', () => {
  expect(reportFilter({ range: 'today', channel: '3', group: 'x', agent: '-1' }, 'UTC', NOW)).toEqual({
    from: '2026-11-14',
    to: '2026-11-14',
    zone: 'UTC',
    channel_id: 3,
  });
  expect(rangeName({ from: '2026-11-01', to: '2026-11-02', range: 'today' })).toBeNull();
});
