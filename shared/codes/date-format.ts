import { codes, type CodeOf } from '../codes.ts';

/** How a date variable is written (valueFormat). The specification (P9) has date options without naming them; these are ours. */
export const DateFormat = codes({
  dateTime: { code: 1, key: 'dateFormat.dateTime', pattern: 'YYYY-MM-DD HH:mm:ss' },
  yearFirst: { code: 2, key: 'dateFormat.yearFirst', pattern: 'YYYY-MM-DD' },
  dayFirst: { code: 3, key: 'dateFormat.dayFirst', pattern: 'DD/MM/YYYY' },
  monthFirst: { code: 4, key: 'dateFormat.monthFirst', pattern: 'MM/DD/YYYY' },
});
export type DateFormat = CodeOf<typeof DateFormat>;
