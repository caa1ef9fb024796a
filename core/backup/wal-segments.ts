/*
 * Names of segments of PostgreSQL's log: eight hex digits each for timeline, high and low part of the position. A segment has 16 MB, so
 * the low part ends at FF.
 */

const PER_HIGH = 256;
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

export interface WalSegment {
  timeline: number;
  /** Counts from the beginning of the log, over all timelines. */
  number: number;
}

/** Null for what is no whole segment: histories, labels of backups, the torn last one of a timeline that was left. */
export function segmentOf(name: string): WalSegment | null {
  const [, timeline, high, low] = SEGMENT.exec(name) ?? [];
  if (!timeline || !high || !low) return null;
  return {
    timeline: Number.parseInt(timeline, 16),
    number: Number.parseInt(high, 16) * PER_HIGH + Number.parseInt(low, 16),
  };
}

export const segmentName = ({ timeline, number }: WalSegment): string =>
  hex(timeline) + hex(Math.floor(number / PER_HIGH)) + hex(number % PER_HIGH);

export interface WalReach {
  /** The last segment that is there without a gap before it; null where not even the first is. */
  last: string | null;
  /** The first that is not there while later ones are. */
  missing: string | null;
}

/** How far the log reaches from this segment on. A timeline that was left goes on in the next one under the same number. */
export function walReach(names: Iterable<string>, first: string): WalReach {
  const begin = segmentOf(first);
  if (!begin) throw new Error(`${first} is no segment of a log`);
  const newest = new Map<number, number>();
  let end = -1;
  for (const name of names) {
    const segment = segmentOf(name);
    if (!segment || segment.number < begin.number) continue;
    newest.set(segment.number, Math.max(segment.timeline, newest.get(segment.number) ?? 0));
    end = Math.max(end, segment.number);
  }
  let last: WalSegment | null = null;
  for (let number = begin.number; newest.has(number); number += 1) last = { timeline: newest.get(number)!, number };
  const next = { timeline: last?.timeline ?? begin.timeline, number: (last?.number ?? begin.number - 1) + 1 };
  return { last: last && segmentName(last), missing: end >= next.number ? segmentName(next) : null };
}

/** Segments from one to another, both included, as one timeline names them. */
export function segmentsBetween(first: string, last: string): string[] {
  const [from, to] = [segmentOf(first), segmentOf(last)];
  if (!from || !to) throw new Error(`${first} and ${last} are no segments of a log`);
  return Array.from({ length: to.number - from.number + 1 }, (_, step) =>
    segmentName({ timeline: to.timeline, number: from.number + step }),
  );
}
