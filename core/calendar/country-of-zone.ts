import { countries } from '#shared/countries.ts';

/** What the runtime knows of a region; younger than the types we compile with. */
interface Region {
  getTimeZones?(): string[] | undefined;
}
/** Every zone of a country that the runtime knows; none where it knows no such country. */
export const zonesOfCountry = (iso2: string): readonly string[] =>
  (new Intl.Locale(`und-${iso2}`) as Region).getTimeZones?.() ?? [];

let known: ReadonlyMap<string, string> | null = null;

/** The country whose clocks a time zone names; null for one that belongs to no country, such as UTC. */
export function countryOfZone(zone: string): string | null {
  known ??= new Map(countries.flatMap(({ iso2 }) => zonesOfCountry(iso2).map((name) => [name, iso2])));
  return known.get(zone) ?? null;
}
