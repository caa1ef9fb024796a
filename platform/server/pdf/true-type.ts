import type { Outline } from './font-face.ts';

const EM = 1_000;
export const ASCENT = 880;
export const DESCENT = -220;

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, place * 2);
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, place * 4);
  return bytes;
};
/** No glyphs within glyphs, and no programs: of all they could need, two zones. */
const NOTHING_MORE = u16(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0);
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** A TrueType font of these glyphs, numbered as they come, with the tables a document needs of it and no others. */
export function trueType(outlines: readonly Outline[]): Buffer {
  const glyphs = outlines.map((outline) => padded(glyphBytes(outline)));
  let at = 0;
  const offsets = [0, ...glyphs.map(({ length }) => (at += length))];
  const points = outlines.flatMap((outline) => outline.points);
  const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);
  const [xMin, yMin, xMax, yMax] = boundsOf(points);
  const tables: [string, Buffer][] = [
    ['glyf', Buffer.concat(glyphs)],
    [
      'head',
      Buffer.concat([
        u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
        u16(0b11, EM),
        Buffer.alloc(16),
        u16(xMin, yMin, xMax, yMax, 0, 8, 2, 1, 0),
      ]),
    ],
    [
      'hhea',
      Buffer.concat([
        u32(0x10000),
        u16(ASCENT, DESCENT, 0, most(outlines.map(({ advance }) => advance)), xMin, 0, xMax, 1, 0, 0, 0, 0, 0, 0, 0),
        u16(outlines.length),
      ]),
    ],
    ['hmtx', Buffer.concat(outlines.map(({ advance, points: own }) => u16(advance, boundsOf(own)[0])))],
    ['loca', u32(...offsets)],
    [
      'maxp',
      Buffer.concat([
        u32(0x10000),
        u16(
          outlines.length,
          most(outlines.map((outline) => outline.points.length)),
          most(outlines.map(({ ends }) => ends.length)),
        ),
        NOTHING_MORE,
      ]),
    ],
  ];
  return sfnt(tables);
}

function sfnt(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const header = Buffer.concat([
    u32(0x10000),
    u16(tables.length, 16 * 2 ** power, power, 16 * (tables.length - 2 ** power)),
  ]);
  let at = header.length + tables.length * 16;
  const directory = tables.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), u32(checksum(bytes), at, bytes.length)]);
    at += padded(bytes).length;
    return entry;
  });
  const file = Buffer.concat([header, ...directory, ...tables.map(([, bytes]) => padded(bytes))]);
  // The head says what is missing to a sum that every font has.
  const head = 12 + tables.findIndex(([tag]) => tag === 'head') * 16;
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, file.readUInt32BE(head + 8) + 8);
  return file;
}

function checksum(bytes: Buffer): number {
  const whole = padded(bytes);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

function boundsOf(points: readonly { x: number; y: number }[]): [number, number, number, number] {
  if (points.length === 0) return [0, 0, 0, 0];
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [xMin, yMin] = [Math.min(xMin, x), Math.min(yMin, y)];
    [xMax, yMax] = [Math.max(xMax, x), Math.max(yMax, y)];
  }
  return [xMin, yMin, xMax, yMax];
}

/** Every step in two bytes: a little longer than it could be, and the same for all; the document is packed anyway. */
function glyphBytes({ points, ends }: Outline): Buffer {
  if (ends.length === 0) return Buffer.alloc(0);
  const steps = (axis: 'x' | 'y'): number[] =>
    points.map((point, place) => point[axis] - (place === 0 ? 0 : points[place - 1]![axis]));
  return Buffer.concat([
    u16(ends.length, ...boundsOf(points), ...ends, 0),
    Buffer.from(points.map(({ isOn }) => (isOn ? 1 : 0))),
    u16(...steps('x')),
    u16(...steps('y')),
  ]);
}
