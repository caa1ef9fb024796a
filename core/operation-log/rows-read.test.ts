import { expect, test } from 'vitest';
import { isHourOver, MANY_ROWS, readRows, type RowsRead } from './rows-read.ts';

const HOUR_MS = 3_600_000;
const SIZE = 200;

function play(pages: readonly string[], fromMs = 0, before?: RowsRead): { read: RowsRead | undefined; told: number } {
  let [read, told] = [before, 0];
  for (const question of pages) {
    const next = readRows(read, { question, rows: SIZE }, fromMs);
    read = next.read;
    if (next.tells) told += 1;
  }
  return { read, told };
}
const pages = (count: number): string[] => Array.from({ length: count }, (_, page) => `page ${page}`);

test('[SEC-02] a list read page by page is told once, when it is more than anybody looks at', () => {
  expect(play(pages(MANY_ROWS / SIZE)).told).toBe(0);
  expect(play(pages(MANY_ROWS / SIZE + 1)).told).toBe(1);
  expect(play(pages(500)).told).toBe(1);
});

test('[SEC-02] a page that asks the same again and again reads nothing new', () => {
  const { read, told } = play(Array<string>(500).fill('the board'));
  expect(told).toBe(0);
  expect(read!.rows).toBe(SIZE);
});

test('[SEC-02] the next hour is counted anew', () => {
  const { read } = play(pages(20));
  expect(isHourOver(read!, HOUR_MS)).toBe(true);
  expect(play(pages(20), HOUR_MS, read).told).toBe(0);
  expect(play(pages(500), HOUR_MS, play(pages(500)).read).told).toBe(1);
});
