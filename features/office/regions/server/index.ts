import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries, flagOf } from '#shared/countries.ts';
import type { Language } from '#shared/languages.ts';
import { regionsApi, type Country, type TimeZone } from '../contract.ts';
import { timeZones } from './time-zones.ts';
import { offsetMinutes, placeOf, writtenOffset } from './zone-words.ts';

/** The zone of an id from the list; null for an id nobody gave out. */
export const timeZoneOfId = (id: number): string | null => timeZones[id - 1] ?? null;

/** Clocks change on quarters of an hour, so a list lives that long. */
const QUARTER_MS = 900_000;

/** Countries and time zones in the words of the reader. */
export function regions({ texts, clock }: Pick<World, 'texts' | 'clock'>): ServerFeature {
  const countryLists = new Map<Language, Country[]>();
  const zoneLists = new Map<Language, { quarter: number; list: TimeZone[] }>();

  function zonesIn(language: Language): TimeZone[] {
    const nowMs = clock.nowMs();
    const quarter = Math.floor(nowMs / QUARTER_MS);
    const known = zoneLists.get(language);
    if (known?.quarter === quarter) return known.list;
    const areaOf = (zone: string) =>
      texts.say(language, `regions.area.${zone.includes('/') ? zone.split('/')[0]! : 'UTC'}`);
    const list = zoneList(language, nowMs, areaOf);
    zoneLists.set(language, { quarter, list });
    return list;
  }

  return {
    name: 'regions',
    routes: routes('regions', regionsApi, {
      countries({ language }) {
        const list = countryLists.get(language) ?? countryList(language);
        countryLists.set(language, list);
        return list;
      },
      timeZones: ({ language }) => zonesIn(language),
    }),
  };
}

function countryList(language: Language): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const order = new Intl.Collator(language);
  return countries
    .map(({ iso2, code }) => ({ iso2, code, name: names.of(iso2) ?? iso2, flag: flagOf(iso2) }))
    .sort((a, b) => order.compare(a.name, b.name));
}

function zoneList(language: Language, nowMs: number, areaOf: (zone: string) => string): TimeZone[] {
  const order = new Intl.Collator(language);
  return timeZones
    .map((zone, index) => {
      const id = index + 1;
      const minutes = offsetMinutes(zone, nowMs);
      const offset = writtenOffset(minutes);
      const place = placeOf(zone, language);
      return {
        minutes,
        entry: {
          id,
          time_zone: zone,
          offset,
          area: areaOf(zone),
          place,
          label: `(UTC${offset}) ${place}`,
          value: String(id),
        },
      };
    })
    .sort((a, b) => a.minutes - b.minutes || order.compare(a.entry.place, b.entry.place))
    .map(({ entry }) => entry);
}
