import { codes, type CodeOf } from '../codes.ts';

/** Days of the week, from Monday (specification P9). */
export const Weekday = codes({
  monday: { code: 1, key: 'weekday.monday' },
  tuesday: { code: 2, key: 'weekday.tuesday' },
  wednesday: { code: 3, key: 'weekday.wednesday' },
  thursday: { code: 4, key: 'weekday.thursday' },
  friday: { code: 5, key: 'weekday.friday' },
  saturday: { code: 6, key: 'weekday.saturday' },
  sunday: { code: 7, key: 'weekday.sunday' },
});
export type Weekday = CodeOf<typeof Weekday>;
