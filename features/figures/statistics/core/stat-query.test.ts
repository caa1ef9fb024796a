import { expect, test } from 'vitest';
import { cutMeant, earlierDays, statFilter } from './stat-query.ts';

const nowMs = Date.parse('2026-11-18T12:00:00Z');

test.each([
  ['before', '2026-11-05', '2026-11-11'],
  ['week', '2026-11-05', '2026-11-11'],
  ['year', '2025-11-13', '2025-11-19'],
] as const)('[CC-10] seven days are compared with those %s: %s to %s', (span, from, to) => {
  expect(earlierDays({ from: '2026-11-12', to: '2026-11-18' }, span)).toEqual({ from, to });
});

test('[CC-10] ten days a week earlier keep their weekdays and do not overlap', () => {
  expect(earlierDays({ from: '2026-11-09', to: '2026-11-18' }, 'week')).toEqual({
    from: '2026-10-26',
    to: '2026-11-04',
  });
});

test('[CC-10] hours are for a few days, and a report is cut only by what it has', () => {
  const [few, many] = [
    { zone: 'UTC', from: '2026-11-12', to: '2026-11-18' },
    { zone: 'UTC', from: '2026-01-01', to: '2026-11-18' },
  ];
  expect(cutMeant('dayReport', { by: 'hour' }, few)).toBe('hour');
  expect(cutMeant('dayReport', { by: 'hour' }, many)).toBe('day');
  expect(cutMeant('dayReport', { by: 'agent' }, few)).toBe('day');
  expect(cutMeant('callInLoss', {}, few)).toBe('place');
  // No sums know agents beside lines.
  expect(cutMeant('callEfficiency', {}, { ...few, trunk_id: 3 })).toBe('campaign');
  // Nor groups beside numbers.
  expect(cutMeant('callInLoss', { by: 'group' }, { ...few, number_id: 3 })).toBe('place');
  expect(cutMeant('callInLoss', { by: 'number' }, { ...few, group_id: 3 })).toBe('place');
});

test('[CC-10] an address that narrows to people and lines keeps the people; what the report does not have is left out', () => {
  const address = { range: 'today', agent_id: '7', trunk_id: '3', group_id: 'x', against: 'before' };
  expect(statFilter('dayReport', address, 'Asia/Jakarta', nowMs)).toEqual({
    from: '2026-11-18',
    to: '2026-11-18',
    zone: 'Asia/Jakarta',
    agent_id: 7,
    earlier: { from: '2026-11-17', to: '2026-11-17' },
  });
  expect(statFilter('aiOutbound', address, 'UTC', nowMs)).not.toHaveProperty('agent_id');
  const ofBoth = { range: 'today', group_id: '7', number_id: '3' };
  for (const report of ['dayReport', 'callInLoss'] as const)
    expect(statFilter(report, ofBoth, 'UTC', nowMs)).toEqual({
      from: '2026-11-18',
      to: '2026-11-18',
      zone: 'UTC',
      group_id: 7,
    });
});
