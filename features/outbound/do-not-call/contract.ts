import { z } from 'zod';
import { IMPORT_BYTES_MOST } from '#features/customers/customer-files/contract.ts';
import { HolidayDate } from '#features/voice/business-hours/contract.ts';
import { Day } from '#shared/days.ts';
import { endpoint, Id, nothing, upload, WireTime } from '#shared/endpoint.ts';

export const REGISTER_NAME_MAX = 60;
/** So many numbers a file may have. */
export const REGISTER_NUMBERS_MOST = 10_000_000;
/** Registers a team can have: a handful of countries with a list or two. */
export const REGISTERS_MOST = 100;
/** Days without calls a team can have, and of them so many at once. */
export const NO_CALL_DAYS_MOST = 2_000;
const NO_CALL_DAYS_AT_ONCE = 200;
export const NO_CALL_DAY_NAME_MAX = 60;

/** A file on its way into a register, or how the last one ended. */
export const RegisterFile = z.object({
  id: z.number(),
  registerId: z.number(),
  fileName: z.string(),
  state: z.enum(['reading', 'done', 'failed', 'cancelled']),
  /** About how many there are; null until some are read. */ rows: z.number().nullable(),
  done: z.number(),
  /** Different ones. */ numbers: z.number(),
  /** Rows without a number. */ wrong: z.number(),
  issuedOn: Day,
  author: z.string(),
  createdAt: WireTime,
  /** Why it failed, as a name of `shared/errors.ts`; empty otherwise. */ reason: z.string(),
});
export type RegisterFile = z.infer<typeof RegisterFile>;

/** A country's list of people who want no calls, as the team has it. */
export const DoNotCallRegister = z.object({
  id: z.number(),
  country: z.string(),
  name: z.string(),
  /** The day the country made the list in force; null until the first file is read. */ issuedOn: Day.nullable(),
  numbers: z.number(),
  /** Who brought it. */ author: z.string(),
  updatedAt: WireTime.nullable(),
  daysOld: z.number().nullable(),
  mostDaysOld: z.number(),
  /** Older than the country allows: nobody there is called by it without having agreed. */ isTooOld: z.boolean(),
  /** The latest file. */ file: RegisterFile.nullable(),
});
export type DoNotCallRegister = z.infer<typeof DoNotCallRegister>;

/** What registers say of a number. */
export const RegisterAnswer = z.object({
  country: z.string(),
  /** Of its country, and whichever else has it. */
  registers: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      country: z.string(),
      issuedOn: Day,
      hasNumber: z.boolean(),
      isTooOld: z.boolean(),
    }),
  ),
});
export type RegisterAnswer = z.infer<typeof RegisterAnswer>;

const Country = z.string().regex(/^[A-Z]{2}$/);
const NoCallPlace = z.object({
  country: Country,
  /** What numbers of a region begin with after the country's code; empty: the whole country. */
  area: z
    .string()
    .regex(/^\d{0,8}$/)
    .default(''),
});
const NoCallDate = z.object({
  /** `YYYY-MM-DD`, or `MM-DD` for every year. */ date: HolidayDate,
  name: z.string().trim().min(1).max(NO_CALL_DAY_NAME_MAX),
});

/** A day on which no task calls anybody in a place. */
export const NoCallDay = NoCallPlace.extend(NoCallDate.shape).extend({
  id: z.number(),
  /** Who wrote it down. */ author: z.string(),
});
export type NoCallDay = z.infer<typeof NoCallDay>;

/** Pushed to whoever brings a file while it is read: a `RegisterFile`. */
export const REGISTER_PROGRESS = 'do-not-call.progress';
/** Pushed to those who see the registers: one of them is another than before. */
export const REGISTERS_CHANGED = 'do-not-call.changed';
/** Pushed to those who see the registers: days without calls are others than before. */
export const NO_CALL_DAYS_CHANGED = 'do-not-call.days';
/** Announced: a day without calls is none any more. */
export const NO_CALL_DAY_GONE = 'do-not-call.dayGone';
/** Announced: a list is in force that was not. */
export const REGISTER_IN_FORCE = 'do-not-call.inForce';

const file = {
  accepts: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  maxBytes: IMPORT_BYTES_MOST,
  limit: { per: 'user', max: 30, windowSec: 60 },
} as const;
const at = <P extends string>(path: P) => `/cc/api/doNotCall/v1/${path}` as const;

export const doNotCallApi = {
  list: endpoint({
    method: 'GET',
    path: at('list'),
    access: 'do-not-call.view',
    api: 'campaigns.read',
    summary: 'The do-not-call registers of countries that the team has, with their dates and how far a new file is.',
    input: nothing,
    data: z.array(DoNotCallRegister),
  }),
  add: upload({
    method: 'POST',
    path: at('add'),
    access: 'do-not-call.edit',
    api: 'campaigns.write',
    summary: `Takes the first file of a register: one number a row, up to ${REGISTER_NUMBERS_MOST / 1_000_000} million. It is read in the background.`,
    input: z.object({
      country: Country,
      name: z.string().trim().min(1).max(REGISTER_NAME_MAX),
      /** The day of the country's list. */ issuedOn: Day,
    }),
    data: RegisterFile,
    ...file,
  }),
  replace: upload({
    method: 'POST',
    path: at('replace'),
    access: 'do-not-call.edit',
    api: 'campaigns.write',
    summary: 'Takes a newer file of a register; the one before it is in force until this one is read whole.',
    input: z.object({ id: Id, issuedOn: Day }),
    data: RegisterFile,
    ...file,
  }),
  cancel: endpoint({
    method: 'POST',
    path: at('cancel'),
    access: 'do-not-call.edit',
    summary: 'Stops a file that is being read; the one before it stays in force.',
    input: z.object({ /** Of the file. */ id: Id }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('delete'),
    access: 'do-not-call.edit',
    summary: 'Removes a register with its numbers.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  check: endpoint({
    method: 'POST',
    path: at('check'),
    access: 'do-not-call.view',
    reads: true,
    summary: 'What the registers say of one number.',
    input: z.object({ number: z.string().trim().min(3).max(40), country: Country.optional() }),
    data: RegisterAnswer,
    limit: { per: 'user', max: 60, windowSec: 60 },
  }),
  days: endpoint({
    method: 'GET',
    path: at('days'),
    access: 'do-not-call.view',
    api: 'campaigns.read',
    summary: 'Days on which no task calls anybody in a country or a region of it, besides those its law asks for.',
    input: nothing,
    data: z.array(NoCallDay),
  }),
  addDays: endpoint({
    method: 'POST',
    path: at('days/add'),
    access: 'do-not-call.edit',
    api: 'campaigns.write',
    summary: 'Adds days on which nobody is called in a place; one that is there takes the new name.',
    input: NoCallPlace.extend({ days: z.array(NoCallDate).min(1).max(NO_CALL_DAYS_AT_ONCE) }),
    data: z.array(NoCallDay),
  }),
  removeDay: endpoint({
    method: 'DELETE',
    path: at('days/delete'),
    access: 'do-not-call.edit',
    api: 'campaigns.write',
    summary: 'Removes a day without calls.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
