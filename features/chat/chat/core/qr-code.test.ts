import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

/** Read back by another program when it was written down. */
const WHATSAPP = [
  '#######...#...#...#######',
  '#.....#...#...###.#.....#',
  '#.###.#.##..#.###.#.###.#',
  '#.###.#.######.##.#.###.#',
  '#.###.#.#.###.#...#.###.#',
  '#.....#.###....#..#.....#',
  '#######.#.#.#.#.#.#######',
  '........#.....#..........',
  '#.#####..#####.##.#####..',
  '.#.#....##....#....#...#.',
  '..#...#..###.#.##.####.##',
  '.###.#..####...#####....#',
  '#######.#...##.##.###.###',
  '#.##.#.#.##.#.#....#.#.#.',
  '#.#..##..#..##.###.###.##',
  '#.#..#.####.#.#.#..##...#',
  '#.#######..#.#..#####.#..',
  '........#####.###...##...',
  '#######..#....#.#.#.#.###',
  '#.....#.#..#...##...##...',
  '#.###.#.#.#..#.######.#..',
  '#.###.#.#.###.#..##.#####',
  '#.###.#.#...#.#......##.#',
  '#.....#..###..####.###..#',
  '#######.##...#...########',
];

test('[SHELL-16] an address becomes the code that readers expect', () => {
  expect(qrCode('https://wa.me/525512345678')?.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))).toEqual(
    WHATSAPP,
  );
});

test.each([
  [14, 21],
  [15, 25],
  [26, 25],
  [27, 29],
  [122, 45],
  [123, 49],
  [180, 53],
  [181, 57],
  [213, 57],
])('[SHELL-16] %i letters take the smallest code, %i modules wide', (length, size) => {
  expect(qrCode('a'.repeat(length))).toHaveLength(size);
});

test('[SHELL-16] a text that is too long has no code', () => {
  expect(qrCode('a'.repeat(214))).toBeNull();
  expect(qrCode('聊'.repeat(71))).not.toBeNull();
  expect(qrCode('聊'.repeat(72))).toBeNull();
});
