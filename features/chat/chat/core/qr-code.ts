/**
 * QR codes of short texts, such as addresses (ISO/IEC 18004): bytes, error correction M, versions 1 to 10.
 * Rules:
 * 1. The smallest version that holds the text is used.
 * 2. Data goes in blocks, each with its own error correction; blocks are interleaved.
 * 3. Of the eight masks the one with the fewest traps for readers is used.
 */
const VERSIONS = [
  { total: 26, check: 10, blocks: 1, marks: [] },
  { total: 44, check: 16, blocks: 1, marks: [6, 18] },
  { total: 70, check: 26, blocks: 1, marks: [6, 22] },
  { total: 100, check: 18, blocks: 2, marks: [6, 26] },
  { total: 134, check: 24, blocks: 2, marks: [6, 30] },
  { total: 172, check: 16, blocks: 4, marks: [6, 34] },
  { total: 196, check: 18, blocks: 4, marks: [6, 22, 38] },
  { total: 242, check: 22, blocks: 4, marks: [6, 24, 42] },
  { total: 292, check: 22, blocks: 5, marks: [6, 26, 46] },
  { total: 346, check: 26, blocks: 5, marks: [6, 28, 50] },
] as const satisfies { total: number; check: number; blocks: number; marks: number[] }[];
type Version = (typeof VERSIONS)[number];

/** The modules of the code, row by row, true for dark; without the quiet zone. Null for a text that is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = utf8(text);
  const index = VERSIONS.findIndex(
    ({ total, check, blocks }, at) => (total - check * blocks) * 8 >= 4 + (at < 9 ? 8 : 16) + bytes.length * 8,
  );
  const version = VERSIONS[index];
  if (!version) return null;
  const codewords = withChecks(packed(bytes, version, index), version);
  const drawings = Array.from({ length: 8 }, (_, mask) => draw(codewords, version, index, mask));
  return drawings.reduce((best, next) => (traps(next) < traps(best) ? next : best));
}

function utf8(text: string): number[] {
  return [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, letter]) =>
    hex ? Number.parseInt(hex, 16) : letter!.charCodeAt(0),
  );
}

/** Mode, length, bytes and padding. */
function packed(bytes: readonly number[], { total, check, blocks }: Version, index: number): number[] {
  const size = total - check * blocks;
  let bits = `0100${bytes.length.toString(2).padStart(index < 9 ? 8 : 16, '0')}${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')}`;
  bits += '0'.repeat(Math.min(4, size * 8 - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  while (data.length < size) data.push(0xec, 0x11);
  return data.slice(0, size);
}

const [POWER, LOG] = (() => {
  const [power, log]: [number[], number[]] = [[], []];
  for (let at = 0, value = 1; at < 255; at += 1) {
    power[at] = value;
    log[value] = at;
    value = (value << 1) ^ (value > 127 ? 0x11d : 0);
  }
  return [power, log];
})();
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : POWER[(LOG[a]! + LOG[b]!) % 255]!);

/** The Reed–Solomon remainder of a block. */
function checksOf(block: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let at = 0; at < count; at += 1)
    divisor = [...divisor, 0].map((value, place) => value ^ times(divisor[place - 1] ?? 0, POWER[at]!));
  const left = [...block, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = left[at]!;
    divisor.forEach((value, place) => (left[at + place]! ^= times(value, factor)));
  }
  return left.slice(block.length);
}

function withChecks(data: readonly number[], { check, blocks }: Version): number[] {
  const short = Math.floor(data.length / blocks);
  const firstLong = blocks - (data.length % blocks);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, block) =>
    data.slice(from, (from += short + (block >= firstLong ? 1 : 0))),
  );
  const checks = parts.map((part) => checksOf(part, check));
  const woven = (rows: readonly number[][], length: number): number[] =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...woven(parts, short + 1), ...woven(checks, check)];
}

/** The remainder that protects format and version. */
const protectedBits = (value: number, divisor: number, length: number): number => {
  let left = value << length;
  for (let bit = 31 - Math.clz32(left); left >= 1 << length; bit = 31 - Math.clz32(left))
    left ^= divisor << (bit - length);
  return (value << length) | left;
};

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(codewords: readonly number[], { marks }: Version, index: number, mask: number): boolean[][] {
  const size = 21 + index * 4;
  const code: (boolean | null)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const put = (x: number, y: number, dark: boolean): void =>
    void (x >= 0 && y >= 0 && x < size && y < size && (code[y]![x] = dark));
  const rings = (cx: number, cy: number, radius: number, light: readonly number[]): void => {
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1)
        put(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < size; at += 1)
    for (const [x, y] of [
      [6, at],
      [at, 6],
    ] as const)
      put(x, y, at % 2 === 0);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4]);
  const isCorner = (x: number, y: number): boolean =>
    (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
  for (const x of marks) for (const y of marks) if (!isCorner(x, y)) rings(x, y, 2, [1]);
  const format = protectedBits(mask, 0x537, 10) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((format >> at) & 1) === 1;
    put(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, dark);
    put(at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, 8, dark);
  }
  put(8, size - 8, true);
  const version = protectedBits(index + 1, 0x1f25, 12);
  for (let at = index < 6 ? 18 : 0; at < 18; at += 1) {
    const [a, b, dark] = [size - 11 + (at % 3), Math.floor(at / 3), ((version >> at) & 1) === 1];
    put(a, b, dark);
    put(b, a, dark);
  }
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const isUp = (right > 6 ? size - 1 - right : size - 2 - right) % 4 === 0;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step;
        if (code[y]![x] !== null) continue;
        code[y]![x] = ((((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1) !== MASKS[mask]!(x, y);
        bit += 1;
      }
    }
  }
  return code.map((row) => row.map(Boolean));
}

/** What makes a code hard to read: long runs, squares, lookalikes of the corners, too dark or too light. */
function traps(code: readonly boolean[][]): number {
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]!))].map((line) => line.map(Number).join(''));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
  const lookalikes = lines.reduce(
    (sum, line) => sum + [...line.matchAll(/(?=10111010000|00001011101)/g)].length * 40,
    0,
  );
  let squares = 0;
  for (let y = 1; y < code.length; y += 1)
    for (let x = 1; x < code.length; x += 1)
      if (code[y]![x] === code[y - 1]![x] && code[y]![x] === code[y]![x - 1] && code[y]![x] === code[y - 1]![x - 1])
        squares += 3;
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  return runs + lookalikes + squares + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
