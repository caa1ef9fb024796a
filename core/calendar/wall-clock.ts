import { fromWireTime } from '#shared/wire-time.ts';
import { wallTime } from './day-range.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const QUARTERS_KEPT = 50_000;
const ZERO = 48;

/**
 * Tells what the clock on a wall of this zone showed at moments of the wire, both `YYYY-MM-DD HH:mm:ss`: as `wallTime`, but fit for
 * millions. Clocks are set at quarters of an hour, so each quarter is asked about once.
 */
export function wallClock(zone: string): (wire: string) => string {
  /** By quarter: the hour there where the zone is whole hours away, else how far away it is. */
  const quarters = new Map<string, string | number>();
  // Moments often come sorted: the next one is in the quarter of the one before.
  let last = { hour: '', quarter: -1, known: '' as string | number };

  function ask(wire: string): string | number {
    const atMs = Math.floor(fromWireTime(wire) / QUARTER_MS) * QUARTER_MS;
    const wall = wallTime(atMs, zone);
    const awayMs = fromWireTime(wall) - atMs;
    return awayMs % HOUR_MS === 0 ? wall.slice(0, 13) : awayMs;
  }

  function lookUp(wire: string, quarter: number): string | number {
    const hour = wire.slice(0, 13);
    const key = `${hour}:${quarter}`;
    let known = quarters.get(key);
    if (known === undefined) {
      if (quarters.size >= QUARTERS_KEPT) quarters.clear();
      quarters.set(key, (known = ask(wire)));
    }
    last = { hour, quarter, known };
    return known;
  }

  return (wire) => {
    const quarter = Math.floor(((wire.charCodeAt(14) - ZERO) * 10 + wire.charCodeAt(15) - ZERO) / 15);
    const known = quarter === last.quarter && wire.startsWith(last.hour) ? last.known : lookUp(wire, quarter);
    return typeof known === 'string' ? known + wire.slice(13) : new Date(fromWireTime(wire) + known).toISOString().slice(0, 19).replace('T', ' ');
  };
}
