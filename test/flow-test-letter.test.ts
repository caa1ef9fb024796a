import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { titlesIn } from '../scripts/lib/requirement-list.mjs';
import { reachOf } from './architecture/source-tree.ts';

/** docs/flow-test.tsv: a sentence of the specification, where it is done, and the test that fails without it. */
interface Row {
  section: string;
  sentence: string;
  place: string;
  file: string;
  name: string;
}
const [, ...rows] = readFileSync('docs/flow-test.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Row => {
    const [section = '', sentence = '', place = '', file = '', name = ''] = line.split('\t');
    return { section, sentence, place, file, name };
  });

/** How many tests that are run have a title which begins so. */
const testsOf = ({ file, name }: Row): number =>
  !existsSync(file) || name === ''
    ? 0
    : (titlesIn(readFileSync(file, 'utf8')) as { written: string; runs: boolean }[]).filter(
        ({ written, runs }) => runs && written.startsWith(name),
      ).length;

test('every sentence about the test of flows names one test, which is run', () => {
  expect(rows.filter((row) => testsOf(row) !== 1).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

// What a test never loads can be taken away without it noticing.
test('the test of a sentence loads the place where it is done', () => {
  expect(
    rows
      .filter(({ place, file }) => !existsSync(place) || !reachOf(file).has(place))
      .map(({ place, file }) => `${file} does not load ${place}`),
  ).toEqual([]);
});

test('no section of the specification, and no step of the voice test, is left out', () => {
  const steps = Array.from({ length: 11 }, (_, at) => `P4.${at + 1}`);
  expect([...new Set(rows.map(({ section }) => section))].sort()).toEqual(
    // `own` is what we do beyond it.
    ['P2', 'P3', 'P4', ...steps, 'P5', 'P7', 'P8', 'P9', 'own'].sort(),
  );
});
