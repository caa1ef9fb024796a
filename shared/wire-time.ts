/**
 * Moments as the wire writes them: `YYYY-MM-DD HH:mm:ss` and `HH:mm:ss`, in UTC. Inside the product a moment
 * is a number of milliseconds; the page turns it into the zone and language of its reader.
 */

/** Whole seconds: what the wire has no room for is cut off. Throws for moments outside the years 1 to 9999: calendars have no year 0. */
export function toWireTime(epochMs: number): string {
  const iso = new Date(epochMs).toISOString();
  if (!/^(?!0000)\d{4}-/.test(iso)) throw new RangeError(`The wire has no room for the year of ${iso}.`);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Throws for anything that is not a moment, the 30th of February included. */
export function fromWireTime(text: string): number {
  const epochMs = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(epochMs) || toWireTime(epochMs) !== text) throw new RangeError(`Not a wire time: ${text}`);
  return epochMs;
}

/** What clocks `hours` ahead of UTC show at that moment; status reports want 8. Nothing is computed from the text. */
export const atOffset = (epochMs: number, hours: number): string => toWireTime(epochMs + hours * 3_600_000);
