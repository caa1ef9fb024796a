import { keptNumber } from '#core/customer/phone-number.ts';

/** Where the number of a row stands: in a column, or in all of them together, as where area code and number are apart. */
export type NumberPlace = number | 'together';

/** Shorter ones are services, years and ids. */
const SHORTEST = 7;
/** Nobody has a longer one, and a row with more digits would not fit where numbers are kept. */
const LONGEST = 15;

/** The number of a row with its country's code; null where there is none. */
export function rowNumber(cells: readonly string[], place: NumberPlace, country: string): string | null {
  const kept = keptNumber(place === 'together' ? cells.join('') : (cells[place] ?? ''), country);
  return kept && kept.number.length >= SHORTEST && kept.number.length <= LONGEST ? kept.number : null;
}

/**
 * Where a file of numbers has them, by its first rows: where most different ones stand. Days and ids read like numbers in some countries,
 * yet days repeat. Of equal columns the first; all together only where no column does. Null for a file without numbers.
 */
export function numberPlace(rows: readonly (readonly string[])[], country: string): NumberPlace | null {
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  const places: NumberPlace[] = [...Array.from({ length: columns }, (_, column) => column), 'together'];
  let best: { place: NumberPlace; different: number } | null = null;
  for (const place of places) {
    const found = new Set(rows.map((cells) => rowNumber(cells, place, country)));
    found.delete(null);
    if (found.size > (best?.different ?? 0)) best = { place, different: found.size };
  }
  return best?.place ?? null;
}
