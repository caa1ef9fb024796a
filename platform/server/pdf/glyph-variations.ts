import { ByteReader } from './byte-reader.ts';

/*
 * A variable font holds one drawing and how far its points move towards others. Where a table names only some points of
 * a contour, those between them move along.
 */

const HEAD = { sharedPoints: 0x8000, count: 0x0fff };
const TUPLE = { ownPeak: 0x8000, between: 0x4000, ownPoints: 0x2000, index: 0x0fff };

/** Moves of the points of a glyph at a place on the axes: pairs of x and y. */
export type MovesOf = (glyph: number, points: readonly { x: number; y: number }[], ends: readonly number[]) => Move[];
type Move = [dx: number, dy: number];

/** Reads a `gvar` table for one place, whose coordinates are between -1 and 1. */
export function readVariations(table: Buffer, place: readonly number[]): MovesOf {
  const head = new ByteReader(table, 4);
  const axes = head.u16();
  const sharedCount = head.u16();
  const shared = new ByteReader(table, head.u32());
  const glyphs = head.u16();
  const isLong = (head.u16() & 1) === 1;
  const data = head.u32();
  const offsets = Array.from({ length: glyphs + 1 }, () => data + (isLong ? head.u32() : head.u16() * 2));
  const readPeak = (from: ByteReader): number[] => Array.from({ length: axes }, () => from.fraction());
  const peaks = Array.from({ length: sharedCount }, () => readPeak(shared));

  return (glyph, points, ends) => {
    const moves = points.map((): Move => [0, 0]);
    const [from, to] = [offsets[glyph], offsets[glyph + 1]];
    if (from === undefined || to === undefined || to <= from) return moves;
    const headers = new ByteReader(table, from);
    const flags = headers.u16();
    const serial = new ByteReader(table, from + headers.u16());
    const common = (flags & HEAD.sharedPoints) === 0 ? null : readPointNumbers(serial);
    for (let tuple = flags & HEAD.count; tuple > 0; tuple -= 1) {
      const size = headers.u16();
      const index = headers.u16();
      const peak = (index & TUPLE.ownPeak) === 0 ? peaks[index & TUPLE.index]! : readPeak(headers);
      const between = (index & TUPLE.between) === 0 ? null : { start: readPeak(headers), end: readPeak(headers) };
      const end = serial.at + size;
      const share = shareOf(place, peak, between);
      const numbers = (index & TUPLE.ownPoints) === 0 ? common : readPointNumbers(serial);
      if (share !== 0) addMoves(moves, { share, numbers, points, ends }, serial);
      serial.at = end;
    }
    return moves;
  };
}

/** How much of a tuple holds at a place. */
function shareOf(
  place: readonly number[],
  peak: readonly number[],
  between: { start: readonly number[]; end: readonly number[] } | null,
): number {
  let share = 1;
  for (const [axis, top] of peak.entries()) {
    const at = place[axis] ?? 0;
    if (top === 0 || at === top) continue;
    const start = between ? between.start[axis]! : Math.min(0, top);
    const end = between ? between.end[axis]! : Math.max(0, top);
    if (at <= start || at >= end) return 0;
    share *= at < top ? (at - start) / (top - start) : (end - at) / (end - top);
  }
  return share;
}

/** Null: every point. */
function readPointNumbers(from: ByteReader): number[] | null {
  const first = from.u8();
  const count = first < 0x80 ? first : ((first & 0x7f) << 8) | from.u8();
  if (count === 0) return null;
  const numbers: number[] = [];
  let number = 0;
  while (numbers.length < count) {
    const run = from.u8();
    for (let left = (run & 0x7f) + 1; left > 0 && numbers.length < count; left -= 1)
      numbers.push((number += run < 0x80 ? from.u8() : from.u16()));
  }
  return numbers;
}

function readSteps(from: ByteReader, count: number): number[] {
  const steps: number[] = [];
  while (steps.length < count) {
    const run = from.u8();
    for (let left = (run & 0x3f) + 1; left > 0; left -= 1)
      steps.push((run & 0x80) !== 0 ? 0 : (run & 0x40) !== 0 ? from.i16() : from.i8());
  }
  return steps;
}

interface Moved {
  share: number;
  numbers: readonly number[] | null;
  points: readonly { x: number; y: number }[];
  ends: readonly number[];
}

function addMoves(moves: Move[], { share, numbers, points, ends }: Moved, from: ByteReader): void {
  const count = numbers?.length ?? points.length;
  const [xs, ys] = [readSteps(from, count), readSteps(from, count)];
  if (numbers === null) {
    for (const [point, move] of moves.entries()) {
      move[0] += share * xs[point]!;
      move[1] += share * ys[point]!;
    }
    return;
  }
  const named = new Map(numbers.map((number, place) => [number, [xs[place]!, ys[place]!] as Move]));
  // Behind the contours stand four points for where the glyph begins and ends: they move by themselves or not at all.
  const lastOfAll = (ends.at(-1) ?? -1) + 1;
  for (const [number, [dx, dy]] of named) {
    if (number < lastOfAll || number >= moves.length) continue;
    moves[number]![0] += share * dx;
    moves[number]![1] += share * dy;
  }
  let first = 0;
  for (const last of ends) {
    addContour(moves, named, points, { first, last, share });
    first = last + 1;
  }
}

function addContour(
  moves: Move[],
  named: ReadonlyMap<number, Move>,
  points: readonly { x: number; y: number }[],
  { first, last, share }: { first: number; last: number; share: number },
): void {
  const known: number[] = [];
  for (let point = first; point <= last; point += 1) if (named.has(point)) known.push(point);
  if (known.length === 0) return;
  for (let point = first; point <= last; point += 1) {
    const own = named.get(point);
    const before = known.findLast((one) => one < point) ?? known.at(-1)!;
    const after = known.find((one) => one > point) ?? known[0]!;
    const move = moves[point]!;
    for (const axis of [0, 1] as const) {
      const at = axis === 0 ? 'x' : 'y';
      const step = own
        ? own[axis]
        : stepBetween(
            points[point]![at],
            points[before]![at],
            points[after]![at],
            named.get(before)![axis],
            named.get(after)![axis],
          );
      move[axis] += share * step;
    }
  }
}

/** How far a point moves that lies beside or between two that do. */
function stepBetween(at: number, one: number, other: number, oneStep: number, otherStep: number): number {
  if (one === other) return oneStep === otherStep ? oneStep : 0;
  const [low, high, lowStep, highStep] =
    one < other ? [one, other, oneStep, otherStep] : [other, one, otherStep, oneStep];
  if (at <= low) return lowStep;
  if (at >= high) return highStep;
  return lowStep + ((at - low) / (high - low)) * (highStep - lowStep);
}
