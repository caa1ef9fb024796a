import { z } from 'zod';
import { endpoint, nothing } from '#shared/endpoint.ts';

export const Country = z.object({
  /** The dialling code without a plus: `52`. Several countries share one. */
  code: z.string(),
  iso2: z.string(),
  /** In the caller's language. */
  name: z.string(),
  /** The flag as a character. */
  flag: z.string(),
});
export type Country = z.infer<typeof Country>;

export const TimeZone = z.object({
  /** Never changes its meaning; `switchTimeZone` takes it. */
  id: z.number(),
  /** IANA name. The saved zone of a person is one of these. */
  time_zone: z.string(),
  /** What clocks there are ahead of UTC now: `+05:30`. */
  offset: z.string(),
  /** The part of the world, in the caller's language. */
  area: z.string(),
  /** The place, in the caller's language where it has a name there, else the city. */
  place: z.string(),
  /** `(UTC+05:30) India`, the line of a list. */
  label: z.string(),
  /** The id as text, for lists whose values are texts. */
  value: z.string(),
});
export type TimeZone = z.infer<typeof TimeZone>;

export const regionsApi = {
  countries: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/country',
    access: 'signedIn',
    summary: 'Every country with its dialling code, sorted by name in the language of the caller.',
    input: nothing,
    data: z.array(Country),
  }),
  timeZones: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/timeZone',
    access: 'signedIn',
    summary: 'Every time zone with its offset now, from west to east.',
    input: nothing,
    data: z.array(TimeZone),
  }),
};
