import type { InputOf } from '#platform/web/call.ts';
import type { callRecordsApi, RecordFilter } from '#features/voice/call-records/contract.ts';
import { dayOf } from '#core/calendar/day-range.ts';
import { PHONE } from '#core/phone/phone-constants.ts';

/** What is looked for, as typed; the fields of the specification's record search. */
export const emptySearch = {
  direction: '',
  group: '',
  userGroupId: '',
  name: '',
  number: '',
  caller: '',
  callId: '',
  min: '',
  max: '',
  startDate: '',
  endDate: '',
};
export type PastCallSearch = typeof emptySearch;

const DAY_MS = 86_400_000;

/** The last so many days of a zone, today included. */
export function lastDays(days: number, nowMs: number, zone: string): Pick<PastCallSearch, 'startDate' | 'endDate'> {
  const endDate = dayOf(nowMs, zone);
  return {
    startDate: new Date(Date.parse(`${endDate}T00:00:00Z`) - (days - 1) * DAY_MS).toISOString().slice(0, 10),
    endDate,
  };
}

/** What to ask the server for: fields left empty are not asked about. */
export function searchQuery(search: PastCallSearch, page: number): InputOf<typeof callRecordsApi.page> {
  const texts = Object.fromEntries(
    (['name', 'number', 'caller', 'callId', 'startDate', 'endDate'] as const)
      .map((field) => [field, search[field].trim()])
      .filter(([, value]) => value),
  );
  const figures = Object.fromEntries(
    (['group', 'userGroupId', 'min', 'max'] as const)
      .filter((field) => /^\d+$/.test(search[field]))
      .map((field) => [field, Number(search[field])]),
  );
  return {
    page,
    size: PHONE.recordPageSize,
    ...(search.direction ? { direction: search.direction as RecordFilter['direction'] } : {}),
    ...texts,
    ...figures,
  };
}
