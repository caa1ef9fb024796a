import { expect, test } from 'vitest';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { daysOf, lastDays, recordFilters, recordQuery } from './record-query.ts';

const NOW_MS = Date.parse('2026-03-01T23:30:00Z');
const query = (some: Partial<Record<keyof typeof recordFilters, string>>, zone = 'UTC') =>
  recordQuery({ ...recordFilters, ...some }, zone, NOW_MS);

test('[PHONE-07] without filters today is asked for, from its first moment to its last', () => {
  expect(query({})).toEqual({ startDate: '2026-03-01 00:00:00', endDate: '2026-03-02 00:00:00' });
});

test.each([
  ['Pacific/Pago_Pago', '2026-03-01', '2026-03-01 11:00:00', '2026-03-02 11:00:00'],
  ['Asia/Kolkata', '2026-03-01', '2026-02-28 18:30:00', '2026-03-01 18:30:00'],
  ['Pacific/Kiritimati', '2026-03-01', '2026-02-28 10:00:00', '2026-03-01 10:00:00'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28 23:00:00', '2026-03-29 22:00:00'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24 22:00:00', '2026-10-25 23:00:00'],
])('[PHONE-07] [CC-15] a day in %s (%s) is a day of its own clock', (zone, day, startDate, endDate) => {
  expect(query({ from: day, to: day }, zone)).toEqual({ startDate, endDate });
});

test('[PHONE-07] today is the day on the reader’s clock, and the shortcuts end with it', () => {
  expect(daysOf(recordFilters, 'Asia/Shanghai', NOW_MS)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  expect(lastDays(7, NOW_MS, 'Asia/Shanghai')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
  expect(lastDays(30, NOW_MS, 'UTC')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});

test('[PHONE-07] a call whose id is known is found on any day, or on those that are said', () => {
  expect(query({ callId: ' c-1 ' })).toEqual({ callId: 'c-1' });
  expect(query({ callId: 'c-1', from: '2026-02-01', to: '2026-02-01' })).toMatchObject({
    callId: 'c-1',
    startDate: '2026-02-01 00:00:00',
  });
});

test('[PHONE-07] every filter reaches the server under its own name', () => {
  expect(
    query({
      direction: 'inbound',
      status: String(CallOutcome.lasting),
      group: '3',
      userGroup: '4',
      number: ' 5512 ',
      name: 'Lu',
      caller: '55',
      min: '0',
      max: '60',
    }),
  ).toMatchObject({
    direction: 'inbound',
    status: CallOutcome.lasting,
    group: 3,
    userGroupId: 4,
    number: '5512',
    name: 'Lu',
    caller: '55',
    min: 0,
    max: 60,
  });
});

test('[dashboard] a part of a day, a sort of calls and an agent reach the server; the picker shows the day', () => {
  const filters = {
    ...recordFilters,
    since: '2026-02-27 10:00:00',
    until: '2026-02-27 11:00:00',
    sort: 'late',
    agent: '7',
  };
  expect(recordQuery(filters, 'Asia/Shanghai', NOW_MS)).toEqual({
    startDate: '2026-02-27 10:00:00',
    endDate: '2026-02-27 11:00:00',
    sort: 'late',
    userId: 7,
  });
  expect(daysOf(filters, 'Asia/Shanghai', NOW_MS)).toEqual({ from: '2026-02-27', to: '2026-02-27' });
  expect(query({ since: '2026-02-27 11:00:00', until: '2026-02-27 10:00:00', sort: 'toString', agent: 'x' })).toEqual(
    query({}),
  );
});

test('[PHONE-07] nonsense in the address is left out', () => {
  expect(
    query({
      direction: 'up',
      status: '99',
      group: 'x',
      min: '-1',
      max: '1.5',
      from: 'yesterday',
      to: '2026-02-30',
      name: ' ',
    }),
  ).toEqual(query({}));
  expect(query({ from: '2026-03-05', to: '2026-03-01' })).toMatchObject({
    startDate: '2026-03-01 00:00:00',
    endDate: '2026-03-06 00:00:00',
  });
});
