import { expect, test } from 'vitest';
import { filtersFrom } from '#platform/web/ui/table/table-state.ts';
import { recordFilters, recordQuery } from '#features/voice/call-records/web/record-query.ts';
import { daysRange } from '#core/calendar/day-range.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { dashboardFilter, rangeName, recordsAddress, timelineDay } from './dashboard-query.ts';

/** Already the 15th in Shanghai, still the 14th in Mexico City. */
const NOW = Date.UTC(2026, 10, 14, 20);

test('[dashboard] without days it is today, where the reader lives', () => {
  expect(dashboardFilter({}, 'Asia/Shanghai', NOW)).toEqual({
    from: '2026-11-15',
    to: '2026-11-15',
    zone: 'Asia/Shanghai',
  });
  expect(dashboardFilter({ group: '4' }, 'America/Mexico_City', NOW)).toEqual({
    from: '2026-11-14',
    to: '2026-11-14',
    zone: 'America/Mexico_City',
    group_id: 4,
  });
  expect([rangeName({}), rangeName({ range: 'week' }), rangeName({ from: '2026-01-01', to: '2026-01-02' })]).toEqual([
    'today',
    'week',
    null,
  ]);
});

test('[dashboard] the timeline shows a day of the range, the last unless said, and none that has not come', () => {
  const range = { from: '2026-11-10', to: '2026-11-15' };
  expect(timelineDay({}, range, '2026-11-20')).toBe('2026-11-15');
  expect(timelineDay({ day: '2026-11-12' }, range, '2026-11-20')).toBe('2026-11-12');
  expect(timelineDay({ day: '2026-11-16' }, range, '2026-11-20')).toBe('2026-11-15');
  expect(timelineDay({}, range, '2026-11-13')).toBe('2026-11-13');
});

test('[dashboard] the records read from the address what the dashboard meant', () => {
  const filter = { from: '2026-11-14', to: '2026-11-15', zone: 'Asia/Kolkata', group_id: 4 };
  const asked = (address: string) =>
    recordQuery(filtersFrom(new URLSearchParams(address.split('?')[1]), recordFilters), filter.zone, NOW);
  const { fromMs, toMs } = daysRange(filter.from, filter.to, filter.zone);
  expect(asked(recordsAddress(filter, { sort: 'late' }))).toEqual({
    startDate: toWireTime(fromMs),
    endDate: toWireTime(toMs),
    sort: 'late',
    group: 4,
  });
  expect(
    asked(
      recordsAddress(filter, {
        sort: 'ended',
        group_id: 9,
        agent_id: 7,
        start: '2026-11-14 18:30:00',
        end: '2026-11-14 19:30:00',
      }),
    ),
  ).toEqual({ startDate: '2026-11-14 18:30:00', endDate: '2026-11-14 19:30:00', sort: 'ended', group: 9, userId: 7 });
});
