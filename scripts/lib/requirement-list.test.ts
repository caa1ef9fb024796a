import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { idsNamedIn, isTestFile, parseRequirements } from './requirement-list.mjs';

// Put together here, so that this file names no requirement itself.
const id = (number: string) => `CALL-${number}`;

test('every way to name requirements in a title counts', () => {
  const source = `
    test('[${id('01')}] one', () => {});
    test.each(rows)("[${id('02')}, ${id('03')}] two", () => {});
    it(\`[${id('04')}][${id('05')}] three\`, () => {});
    test('the end names it [${id('06')}]', () => {});`;
  expect([...idsNamedIn(source)]).toEqual(['01', '02', '03', '04', '05', '06'].map(id));
});

test('a comment or an array names no requirement', () => {
  expect([...idsNamedIn(`// [${id('01')}]\n/* '[${id('02')}]' */\nconst list = ['${id('03')}'];`)]).toEqual([]);
});

test('the list is read without its headings', () => {
  expect([...parseRequirements(`# id\trequirement\n${id('01')}\tW1 rings\n\n`)]).toEqual([[id('01'), 'W1 rings']]);
});

test('tests, suites and journeys are searched', () => {
  const files = [
    'core/a.test.ts',
    'features/x/web/b.test.tsx',
    'core/c.suite.ts',
    'test/journeys/d.spec.ts',
    'test/builders.ts',
    'core/a.ts',
  ];
  expect(files.filter(isTestFile)).toEqual(files.slice(0, 5));
});
