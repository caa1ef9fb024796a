import { expect, test } from 'vitest';
import { isHourOver, MANY_ROWS, readRows, type RowsRead } from './rows-read.ts';

const HOUR_MS = 3_600_000;
const SIZE = 200;

function play(
  pages: readonly string[],
  fromMs = 0,
  before?: RowsRead,
): { read: RowsRead | undefined; reportCount: number } {
  let [read, reportCount] = [before, 0];
  for (const question of pages) {
    const next = readRows(read, { question, rows: SIZE }, fromMs);
    read = next.read;
    if (next.isDue) reportCount += 1;
  }
  return { read, reportCount };
}
const pages = (count: number): string[] => Array.from({ length: count }, (_, page) => `page ${page}`);

test('[SEC-02] a list read page by page is told once, when it is more than anybody looks at', () => {
  expect(play(pages(MANY_ROWS / SIZE)).reportCount).toBe(0);
  expect(play(pages(MANY_ROWS / SIZE + 1)).reportCount).toBe(1);
  expect(play(pages(500)).reportCount).toBe(1);
});

test('[SEC-02] a page that asks the same again and again reads nothing new', () => {
  const { read, reportCount } = play(Array<string>(500).fill('the board'));
  expect(reportCount).toBe(0);
  expect(read!.rows).toBe(SIZE);
});

test('[SEC-02] the next hour is counted anew', () => {
  const { read } = play(pages(20));
  expect(isHourOver(read!, HOUR_MS)).toBe(true);
  expect(play(pages(20), HOUR_MS, read).reportCount).toBe(0);
  expect(play(pages(500), HOUR_MS, play(pages(500)).read).reportCount).toBe(1);
});
