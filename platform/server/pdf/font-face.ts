import { ByteReader } from './byte-reader.ts';
import { readGlyphs, type GlyphPoint, type RawGlyph } from './glyph-points.ts';
import { readVariations, type MovesOf } from './glyph-variations.ts';
import { woff2Tables, type FontTable } from './woff2-tables.ts';

/** A glyph as it is drawn, in thousandths of the size of the letters. */
export interface Outline {
  points: GlyphPoint[];
  /** The last point of each contour. */
  ends: number[];
  advance: number;
}

/** The letters of one file of a font at one weight. */
export interface FontFace {
  /** Undefined where it has no such letter. */
  outlineOf(code: number): Outline | undefined;
}

const EM = 1_000;
/** Glyphs within glyphs within glyphs: none is deeper. */
const DEEPEST = 5;

type Tables = ReadonlyMap<string, FontTable>;

/** Opens a WOFF 2.0 file with TrueType outlines; a variable one at this weight. */
export function openFontFace(file: Buffer, weight: number): FontFace {
  const tables = woff2Tables(file);
  if (tables.get('glyf')?.isTransformed !== true) throw new Error('a font without outlines we can read');
  const glyphs = readGlyphs(bytesOf(tables, 'glyf'));
  const letters = readLetters(bytesOf(tables, 'cmap'));
  const advances = readAdvances(tables);
  const scale = EM / bytesOf(tables, 'head').readUInt16BE(18);
  const place = placeOf(tables, weight);
  const variations = tables.get('gvar');
  const movesOf: MovesOf | null =
    variations && place.some((at) => at !== 0) ? readVariations(variations.bytes, place) : null;
  return {
    outlineOf(code) {
      const glyph = letters.get(code);
      if (glyph === undefined || glyph >= glyphs.length) return undefined;
      const drawn = draw({ glyphs, advances, movesOf }, glyph, 0);
      return {
        points: drawn.points.map(({ x, y, isOn }) => ({ x: Math.round(x * scale), y: Math.round(y * scale), isOn })),
        ends: drawn.ends,
        advance: Math.round(drawn.advance * scale),
      };
    },
  };
}

function bytesOf(tables: Tables, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`a font without ${tag}`);
  return found.bytes;
}

interface Drawing {
  glyphs: readonly RawGlyph[];
  advances: readonly number[];
  movesOf: MovesOf | null;
}

function draw({ glyphs, advances, movesOf }: Drawing, glyph: number, depth: number): Outline {
  const raw = glyphs[glyph]!;
  const own = 'parts' in raw ? raw.parts.map(({ dx, dy }) => ({ x: dx, y: dy })) : raw.points;
  const ends = 'parts' in raw ? [] : raw.ends;
  // Four more points say where the glyph begins and ends, across and down.
  const corners = Array.from({ length: 4 }, () => ({ x: 0, y: 0 }));
  const moves = movesOf?.(glyph, [...own, ...corners], ends);
  const moveOf = (point: number): readonly [number, number] => moves?.[point] ?? [0, 0];
  const begins = moveOf(own.length)[0];
  const advance = advances[Math.min(glyph, advances.length - 1)]! + moveOf(own.length + 1)[0] - begins;
  if (!('parts' in raw)) {
    const points = raw.points.map(({ x, y, isOn }, point) => {
      const [dx, dy] = moveOf(point);
      return { x: x + dx - begins, y: y + dy, isOn };
    });
    return { points, ends: raw.ends, advance };
  }
  const whole: Outline = { points: [], ends: [], advance };
  if (depth >= DEEPEST) return whole;
  for (const [place, { glyph: inner, dx, dy, stretch }] of raw.parts.entries()) {
    const part = draw({ glyphs, advances, movesOf }, inner, depth + 1);
    const [mx, my] = moveOf(place);
    const [xx, xy, yx, yy] = stretch;
    const before = whole.points.length;
    whole.ends.push(...part.ends.map((end) => end + before));
    for (const { x, y, isOn } of part.points)
      whole.points.push({ x: x * xx + y * yx + dx + mx - begins, y: x * xy + y * yy + dy + my, isOn });
  }
  return whole;
}

/** Which glyph a letter is. */
function readLetters(table: Buffer): Map<number, number> {
  const letters = new Map<number, number>();
  const head = new ByteReader(table, 2);
  for (let left = head.u16(); left > 0; left -= 1) {
    head.at += 4;
    const from = new ByteReader(table, head.u32());
    const format = from.u16();
    if (format === 4) readSegments(from, letters);
    else if (format === 12) readGroups(from, letters);
  }
  return letters;
}

function readSegments(from: ByteReader, letters: Map<number, number>): void {
  from.at += 4;
  const count = from.u16() / 2;
  from.at += 6;
  const ends = Array.from({ length: count }, () => from.u16());
  from.at += 2;
  const starts = Array.from({ length: count }, () => from.u16());
  const shifts = Array.from({ length: count }, () => from.u16());
  const offsetsAt = from.at;
  for (let segment = 0; segment < count; segment += 1) {
    const here = offsetsAt + segment * 2;
    const offset = from.bytes.readUInt16BE(here);
    for (let code = starts[segment]!; code <= ends[segment]! && code < 0xffff; code += 1) {
      const at = here + offset + (code - starts[segment]!) * 2;
      const found = offset === 0 ? code : from.bytes.readUInt16BE(at);
      const glyph = offset !== 0 && found === 0 ? 0 : (found + shifts[segment]!) & 0xffff;
      if (glyph !== 0) letters.set(code, glyph);
    }
  }
}

function readGroups(from: ByteReader, letters: Map<number, number>): void {
  from.at += 10;
  for (let left = from.u32(); left > 0; left -= 1) {
    const [first, last, glyph] = [from.u32(), from.u32(), from.u32()];
    for (let code = first; code <= last; code += 1) letters.set(code, glyph + code - first);
  }
}

/** Glyphs behind the last one are as wide as it. */
function readAdvances(tables: Tables): number[] {
  const count = bytesOf(tables, 'hhea').readUInt16BE(34);
  const table = tables.get('hmtx');
  if (!table) throw new Error('a font without hmtx');
  const [begin, step] = table.isTransformed ? [1, 2] : [0, 4];
  return Array.from({ length: count }, (_, glyph) => table.bytes.readUInt16BE(begin + glyph * step));
}

/** Where a weight lies on the axes of a variable font: between -1 and 1 on each, 0 where it is drawn. */
function placeOf(tables: Tables, weight: number): number[] {
  const axes = tables.get('fvar');
  if (!axes) return [];
  const head = new ByteReader(axes.bytes, 4);
  const at = head.u16();
  head.at = 8;
  const [count, size] = [head.u16(), head.u16()];
  const bends = readBends(tables.get('avar')?.bytes, count);
  return Array.from({ length: count }, (_, axis) => {
    const from = new ByteReader(axes.bytes, at + axis * size);
    if (from.tag() !== 'wght') return 0;
    const [least, usual, most] = [from.u32(), from.u32(), from.u32()].map((fixed) => fixed / 65_536) as [
      number,
      number,
      number,
    ];
    const wanted = Math.min(most, Math.max(least, weight));
    if (wanted === usual) return 0;
    return bent((wanted - usual) / (wanted < usual ? usual - least : most - usual), bends[axis] ?? []);
  });
}

type Bend = readonly [from: number, to: number];

function readBends(table: Buffer | undefined, count: number): Bend[][] {
  if (!table) return [];
  const from = new ByteReader(table, 8);
  return Array.from({ length: count }, () =>
    Array.from({ length: from.u16() }, (): Bend => [from.fraction(), from.fraction()]),
  );
}

function bent(at: number, bends: readonly Bend[]): number {
  const after = bends.findIndex(([from]) => from >= at);
  if (after <= 0) return after === 0 ? bends[0]![1] : at;
  const [[x0, y0], [x1, y1]] = [bends[after - 1]!, bends[after]!];
  return y0 + ((at - x0) / (x1 - x0)) * (y1 - y0);
}
