import { useLanguage } from '#platform/web/i18n.ts';

/** Writes a month of the calendar, which belongs to no zone. */
export function useMonthName(): (month: string) => string {
  const format = new Intl.DateTimeFormat(useLanguage(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}
