import { codes, type CodeOf } from '../codes.ts';

/** How a time variable is spoken (valueFormat, specification P3): 1 is 12-hour, anything else 24-hour; we write 2 for that. */
export const TimeFormat = codes({
  hours12: { code: 1, key: 'timeFormat.hours12' },
  hours24: { code: 2, key: 'timeFormat.hours24' },
});
export type TimeFormat = CodeOf<typeof TimeFormat>;
