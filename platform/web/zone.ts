import type { WireTime } from '#shared/endpoint.ts';
import { madeOncePer } from '#shared/made-once.ts';

/** A moment from the wire, which is always UTC. */
export const fromWire = (time: WireTime): Date => new Date(`${time.replace(' ', 'T')}Z`);

/** A moment for the wire. */
export const toWire = (moment: Date): WireTime => moment.toISOString().slice(0, 19).replace('T', ' ');

const wallFormat = madeOncePer(
  (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
);

/** What the clock on the wall of a zone shows: `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (moment: Date, zone: string): string => wallFormat(zone).format(moment);

/** Minutes a zone is ahead of UTC at a moment; 330 for +5:30. */
export const offsetMinutes = (zone: string, moment: Date): number =>
  (fromWire(wallTime(moment, zone)).getTime() - Math.floor(moment.getTime() / 1000) * 1000) / 60_000;

/**
 * The moment at which the clock on the wall of a zone shows a time. An hour that happens twice means its
 * first time; an hour that a change of clocks leaves out means the moment after the change.
 */
export function fromWallTime(wall: string, zone: string): Date {
  const asUtc = fromWire(wall).getTime();
  const DAY = 86_400_000;
  const before = offsetMinutes(zone, new Date(asUtc - DAY));
  const after = offsetMinutes(zone, new Date(asUtc + DAY));
  const first = new Date(asUtc - before * 60_000);
  if (wallTime(first, zone) === wall) return first;
  const second = new Date(asUtc - after * 60_000);
  return wallTime(second, zone) === wall ? second : first;
}

/** The zone this browser runs in. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** True for a zone this browser knows; a server may know newer ones. */
export function isZone(name: string): boolean {
  try {
    wallFormat(name);
    return name !== '';
  } catch {
    return false;
  }
}
