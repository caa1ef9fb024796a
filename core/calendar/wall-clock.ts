import { fromWireTime } from '#shared/wire-time.ts';
import { wallTime } from './day-range.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const QUARTERS_KEPT = 50_000;

/**
 * Tells what the clock on a wall of this zone showed at moments of the wire, both `YYYY-MM-DD HH:mm:ss`: as `wallTime`, but fit for
 * millions. Clocks are set at quarters of an hour, so each quarter is asked about once.
 */
export function wallClock(zone: string): (wire: string) => string {
  /** By quarter: the hour there where the zone is whole hours away, else how far away it is. */
  const quarters = new Map<string, string | number>();

  function ask(wire: string): string | number {
    const atMs = Math.floor(fromWireTime(wire) / QUARTER_MS) * QUARTER_MS;
    const wall = wallTime(atMs, zone);
    const awayMs = fromWireTime(wall) - atMs;
    return awayMs % HOUR_MS === 0 ? wall.slice(0, 13) : awayMs;
  }

  return (wire) => {
    const quarter = wire.slice(0, 14) + Math.floor(Number(wire.slice(14, 16)) / 15);
    let known = quarters.get(quarter);
    if (known === undefined) {
      if (quarters.size >= QUARTERS_KEPT) quarters.clear();
      quarters.set(quarter, (known = ask(wire)));
    }
    return typeof known === 'string' ? known + wire.slice(13) : new Date(fromWireTime(wire) + known).toISOString().slice(0, 19).replace('T', ' ');
  };
}
