import { z } from 'zod';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

export const CALENDARS_MOST = 100;
export const HOLIDAYS_MOST = 400;

function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const Minute = z.number().int().min(0).max(1_440);
const From = Minute.max(1_439);
const Stretch = z.object({ from: From, to: Minute });
const Zone = z.string().max(60).refine(isZone, 'a time zone');
/** `YYYY-MM-DD`, or `MM-DD` for every year. */
export const HolidayDate = z
  .string()
  .regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  .refine((date) => {
    // A leap year has every day there is.
    const whole = date.length === 5 ? `2024-${date}` : date;
    const moment = new Date(`${whole}T00:00:00Z`);
    return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(whole);
  }, 'a day of the calendar');

/** Where callers go while nobody is there, after they were told. */
export const ClosedGoal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('voicemail') }),
  z.object({ kind: z.literal('hangUp') }),
  z.object({ kind: z.literal('group'), groupId: Id }),
]);
export type ClosedGoal = z.infer<typeof ClosedGoal>;

const CalendarFields = z.object({
  name: z.string().trim().min(1).max(60),
  timeZone: Zone,
  /** 1 is Monday. One that ends before it begins goes over midnight. */
  weekly: z.array(Stretch.extend({ day: z.number().int().min(1).max(7) })).max(42),
  holidays: z
    .array(z.object({ date: HolidayDate, name: z.string().trim().min(1).max(60), hours: z.array(Stretch).max(6) }))
    .max(HOLIDAYS_MOST)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'a day twice'),
  closed: ClosedGoal,
  /** Holds for every number and group that has no other. */
  isDefault: z.boolean(),
  groupIds: z.array(Id).max(1_000),
  numberIds: z.array(Id).max(1_000),
});
export type CalendarFields = z.output<typeof CalendarFields>;

export const BusinessCalendar = CalendarFields.extend({ id: z.number(), version: z.number() });
export type BusinessCalendar = z.infer<typeof BusinessCalendar>;

const at = <P extends string>(path: P) => `/cc/api/businessHours/v1/${path}` as const;

export const businessHoursApi = {
  list: endpoint({
    method: 'GET',
    path: at('list'),
    access: 'business-hours.view',
    summary: 'When somebody is there: every calendar, with the numbers and groups that follow it.',
    input: nothing,
    data: z.array(BusinessCalendar),
  }),
  targets: endpoint({
    method: 'GET',
    path: at('targets'),
    access: 'business-hours.view',
    summary: 'Numbers and groups that can follow a calendar.',
    input: nothing,
    data: z.object({
      groups: z.array(z.object({ id: z.number(), name: z.string() })),
      numbers: z.array(z.object({ id: z.number(), number: z.string(), remark: z.string() })),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'business-hours.edit',
    summary: 'Adds a calendar; numbers and groups it names leave theirs.',
    input: CalendarFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'business-hours.edit',
    summary: 'Changes a calendar; the next caller feels it.',
    input: CalendarFields.extend({ id: Id, version: z.number().int() }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'business-hours.edit',
    summary: 'Deletes a calendar; who followed it is open as the default says, or always.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
