import { wallTime } from '#platform/web/zone.ts';

interface ZonedLocale extends Intl.Locale {
  getTimeZones?(): string[] | undefined;
  timeZones?: string[];
}

/** The zones of a country; none where the browser does not know. */
function zonesOf(iso2: string): readonly string[] {
  if (!/^[A-Za-z]{2}$/.test(iso2)) return [];
  const locale = new Intl.Locale(`und-${iso2.toUpperCase()}`) as ZonedLocale;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** What clocks in a country show, earliest first: one time, or the two ends of a country with several zones. */
export function timesIn(iso2: string, nowMs: number): string[] {
  const walls = [...new Set(zonesOf(iso2).map((zone) => wallTime(new Date(nowMs), zone).slice(0, 16)))].sort();
  const ends = walls.length > 1 ? [walls[0]!, walls.at(-1)!] : walls;
  return ends.map((wall) => wall.slice(11));
}
