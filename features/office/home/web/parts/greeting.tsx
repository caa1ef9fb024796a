import { useLanguage, useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone, wallTime } from '#platform/web/zone.ts';
import type { Summary } from '../../contract.ts';

/** Which part of the day an hour is in. */
export const partOfDay = (hour: number) =>
  hour >= 4 && hour < 12 ? 'home.morning' : hour >= 12 && hour < 18 ? 'home.afternoon' : 'home.evening';

/** A greeting, with today's date and time where the reader's zone has them, and who is here. */
export function Greeting({ name, people }: { name: string; people: Summary['people'] }) {
  const t = useText();
  const language = useLanguage();
  const zone = useViewer()?.timeZone || browserZone();
  const now = new Date(useMinuteClock());
  const hour = Number(wallTime(now, zone).slice(11, 13));
  const date = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  return (
    <header className="home-greeting">
      <h2>{t(partOfDay(hour), { name })}</h2>
      <p>
        {date.format(now)} <span>{zone.replaceAll('_', ' ')}</span>
        {people && <span>{t('home.hereNow', people)}</span>}
      </p>
    </header>
  );
}
