import { fromWireTime } from '#shared/wire-time.ts';
import { wallTime } from '#core/calendar/day-range.ts';

const [DAY_MS, HOUR_MS, MINUTE_MS] = [86_400_000, 3_600_000, 60_000];
const NOTHING = { hour: '', quarter: -1, known: '' as string | number };
const HOURS_KEPT = 100_000;
const ZERO = 48;

/**
 * Tells what the clock on a wall of this zone showed at moments of the wire, both `YYYY-MM-DD HH:mm:ss`: as `wallTime`, but fit for
 * millions. Each day is asked about once; on days when clocks are set each minute is: not all were set at a quarter.
 */
export function wallClock(zone: string): (wire: string) => string {
  /** How far away the zone is all day long; null on days when that changes. */
  const days = new Map<string, number | null>();
  /** By hour, or minute where it matters: the hour there where the zone is whole hours away, else how far away it is. */
  const hours = new Map<string, string | number>();
  // Moments often come sorted: the next one is in the quarter of the one before.
  let last = NOTHING;

  const awayAt = (atMs: number): number => fromWireTime(wallTime(atMs, zone)) - atMs;

  function awayOn(day: string): number | null {
    let away = days.get(day);
    if (away === undefined) {
      const begins = fromWireTime(`${day} 00:00:00`);
      const first = awayAt(begins);
      days.set(day, (away = first === awayAt(begins + DAY_MS) ? first : null));
    }
    return away;
  }

  function lookUp(wire: string, quarter: number): string | number {
    const hour = wire.slice(0, 13);
    const allDay = awayOn(wire.slice(0, 10));
    const key = allDay === null ? wire.slice(0, 16) : hour;
    let known = hours.get(key);
    if (known === undefined) {
      const atMs = Math.floor(fromWireTime(wire) / MINUTE_MS) * MINUTE_MS;
      const away = allDay ?? awayAt(atMs);
      if (hours.size >= HOURS_KEPT) hours.clear();
      hours.set(key, (known = away % HOUR_MS === 0 ? written(atMs + away).slice(0, 13) : away));
    }
    last = allDay === null ? NOTHING : { hour, quarter, known };
    return known;
  }

  return (wire) => {
    const quarter = Math.floor(((wire.charCodeAt(14) - ZERO) * 10 + wire.charCodeAt(15) - ZERO) / 15);
    const known = quarter === last.quarter && wire.startsWith(last.hour) ? last.known : lookUp(wire, quarter);
    return typeof known === 'string' ? known + wire.slice(13) : written(fromWireTime(wire) + known);
  };
}

const written = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
