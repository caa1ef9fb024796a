import { codes, type CodeOf } from '../codes.ts';

/** Spans offered beside a date filter, with the days each covers, today included (specification W9). */
export const DateShortcut = codes({
  today: { code: 'today', key: 'dateShortcut.today', days: 1 },
  last7Days: { code: 'last7Days', key: 'dateShortcut.last7Days', days: 7 },
  last30Days: { code: 'last30Days', key: 'dateShortcut.last30Days', days: 30 },
});
export type DateShortcut = CodeOf<typeof DateShortcut>;
