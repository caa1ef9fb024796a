import { expect, test } from 'vitest';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { daysOf, recordFilters, recordQuery } from './record-query.ts';

const noon = Date.UTC(2026, 10, 15, 12);

test.each([
  ['Pacific/Pago_Pago', '2026-11-10', '2026-11-10 11:00:00', '2026-11-11 11:00:00'],
  ['Asia/Kolkata', '2026-11-10', '2026-11-09 18:30:00', '2026-11-10 18:30:00'],
  ['Pacific/Kiritimati', '2026-11-10', '2026-11-09 10:00:00', '2026-11-10 10:00:00'],
  ['America/New_York', '2026-11-01', '2026-11-01 04:00:00', '2026-11-02 05:00:00'],
] as const)(
  '[complaint 18] a day of messages in %s begins and ends on the reader’s clock',
  (zone, day, startDate, endDate) => {
    expect(recordQuery({ ...recordFilters, from: day, to: day }, zone, noon)).toEqual({ startDate, endDate });
  },
);

test('[SMS-03] without days the last thirty are looked at; what the address says wrongly counts for nothing', () => {
  expect(daysOf(recordFilters, 'UTC', noon)).toEqual({ from: '2026-10-17', to: '2026-11-15' });
  expect(
    recordQuery(
      {
        ...recordFilters,
        status: '9',
        direction: 'up',
        user: 'x',
        template: '-1',
        group: '0',
        from: 'soon',
        number: ' 52 ',
      },
      'UTC',
      noon,
    ),
  ).toEqual({ startDate: '2026-10-17 00:00:00', endDate: '2026-11-16 00:00:00', number: '52' });
  expect(
    recordQuery(
      { ...recordFilters, status: '3', direction: 'inbound', user: '7', template: '2', group: '4' },
      'UTC',
      noon,
    ),
  ).toMatchObject({ status: SmsStatus.delivered, direction: 'inbound', userId: 7, smsTemplateId: 2, groupId: 4 });
});
