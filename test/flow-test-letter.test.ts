import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const [, ...rows] = read('docs/flow-test.tsv')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

test('[FLOW-01] every sentence about the test of flows has its place, and a test that would fail without it', () => {
  const lost = rows.filter(([section, sentence, place, file, name, ...more]) => {
    if (!section || !sentence || !place || !file || !name || more.length > 0) return true;
    return !existsSync(new URL(place, root)) || !existsSync(new URL(file, root)) || !read(file).includes(`'${name}`);
  });
  expect(lost).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(70);
  for (const section of [
    'P2',
    'P3',
    'P4',
    ...Array.from({ length: 11 }, (_, at) => `P4.${at + 1}`),
    'P5',
    'P7',
    'P8',
    'P9',
  ])
    expect(
      rows.some(([of]) => of === section),
      section,
    ).toBe(true);
});
