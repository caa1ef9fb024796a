import { ByteReader } from './byte-reader.ts';

/** A point of an outline; between two that are not on it lies one that is. */
export interface GlyphPoint {
  x: number;
  y: number;
  isOn: boolean;
}

/** A glyph that stands within another, moved and perhaps stretched. */
export interface GlyphPart {
  glyph: number;
  dx: number;
  dy: number;
  /** xx, xy, yx, yy. */
  stretch: readonly [number, number, number, number];
}

/** What a font says of a glyph before its weight is chosen: contours of its own, or parts. */
export type RawGlyph = { points: GlyphPoint[]; ends: number[] } | { parts: GlyphPart[] };

const PART = { words: 1, areOffsets: 2, scale: 8, more: 0x20, twoScales: 0x40, matrix: 0x80, instructions: 0x100 };

/** Reads every glyph of a `glyf` table in the shorter way of WOFF 2.0, in which each kind of number has a stream of its own. */
export function readGlyphs(table: Buffer): RawGlyph[] {
  const head = new ByteReader(table, 4);
  const count = head.u16();
  head.at += 2;
  const sizes = Array.from({ length: 7 }, () => head.u32());
  let from = head.at;
  const [contours, points, flags, coordinates, parts] = sizes.map(
    (size) => new ByteReader(table.subarray(from, (from += size))),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  return Array.from({ length: count }, () => {
    const number = contours.i16();
    if (number === 0) return { points: [], ends: [] };
    if (number < 0) {
      const read = readParts(parts);
      if (read.hasInstructions) coordinates.u16Short();
      return { parts: read.parts };
    }
    const outline = readOutline(number, points, flags, coordinates);
    coordinates.u16Short();
    return outline;
  });
}

function readOutline(number: number, points: ByteReader, flags: ByteReader, coordinates: ByteReader): RawGlyph {
  let total = 0;
  const ends = Array.from({ length: number }, () => (total += points.u16Short()) - 1);
  let [x, y] = [0, 0];
  const read = Array.from({ length: total }, () => {
    const flag = flags.u8();
    const [dx, dy] = readStep(flag & 0x7f, coordinates);
    return { x: (x += dx), y: (y += dy), isOn: flag < 0x80 };
  });
  return { points: read, ends };
}

const signed = (flag: number, value: number): number => ((flag & 1) === 1 ? value : -value);

/** How far it is to the next point. The flag says in how many bytes that is written, and the signs. */
function readStep(flag: number, from: ByteReader): [dx: number, dy: number] {
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + from.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + from.u8()), 0];
  if (flag < 84) {
    const [high, low] = [flag - 20, from.u8()];
    return [signed(flag, 1 + (high & 0x30) + (low >> 4)), signed(flag >> 1, 1 + ((high & 12) << 2) + (low & 15))];
  }
  if (flag < 120) {
    const high = flag - 84;
    return [
      signed(flag, 1 + (Math.floor(high / 12) << 8) + from.u8()),
      signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + from.u8()),
    ];
  }
  if (flag < 124) {
    const [first, second, third] = [from.u8(), from.u8(), from.u8()];
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 15) << 8) + third)];
  }
  return [signed(flag, from.u16()), signed(flag >> 1, from.u16())];
}

function readParts(from: ByteReader): { parts: GlyphPart[]; hasInstructions: boolean } {
  const parts: GlyphPart[] = [];
  let flags: number;
  let hasInstructions = false;
  do {
    flags = from.u16();
    const glyph = from.u16();
    const [dx, dy] = (flags & PART.words) !== 0 ? [from.i16(), from.i16()] : [from.i8(), from.i8()];
    const isMoved = (flags & PART.areOffsets) !== 0;
    parts.push({ glyph, dx: isMoved ? dx : 0, dy: isMoved ? dy : 0, stretch: readStretch(flags, from) });
    hasInstructions ||= (flags & PART.instructions) !== 0;
  } while ((flags & PART.more) !== 0);
  return { parts, hasInstructions };
}

function readStretch(flags: number, from: ByteReader): GlyphPart['stretch'] {
  if ((flags & PART.scale) !== 0) {
    const both = from.fraction();
    return [both, 0, 0, both];
  }
  if ((flags & PART.twoScales) !== 0) return [from.fraction(), 0, 0, from.fraction()];
  if ((flags & PART.matrix) !== 0) return [from.fraction(), from.fraction(), from.fraction(), from.fraction()];
  return [1, 0, 0, 1];
}
