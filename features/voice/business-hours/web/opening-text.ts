import type { Opening } from '#core/calendar/business-hours.ts';
import { language, type useText } from '#platform/web/i18n.ts';

/** "Open", "Opens Monday 09:00", as the clocks of the calendar's zone count. */
export function openingText(
  t: ReturnType<typeof useText>,
  { open, opensAtMs, holiday }: Opening,
  timeZone: string,
): string {
  if (open) return t('business-hours.open');
  const why = holiday === null ? '' : `${holiday}: `;
  if (opensAtMs === null) return `${why}${t('business-hours.neverOpens')}`;
  return `${why}${t('business-hours.opens', { when: new Date(opensAtMs).toLocaleString(language(), { timeZone, weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }) })}`;
}
