import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { idsNamedIn, isTestFile, parseRequirements, whyNotProven } from './requirement-list.mjs';

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

test('the list is read without its headings, each line with its proof and what that leaves to others', () => {
  const list = [
    '# id\trequirement',
    `${id('01')}\tW1 rings\tcore/a.test.ts › it rings\tthe tone`,
    `${id('02')}\tW1 flies\tnone: nobody built wings`,
    `${id('03')}\tW1 sinks`,
  ];
  expect([...parseRequirements(list.join('\n'))]).toEqual([
    [id('01'), { asks: 'W1 rings', proof: { file: 'core/a.test.ts', title: 'it rings' }, leaves: 'the tone' }],
    [id('02'), { asks: 'W1 flies', proof: { none: 'nobody built wings' }, leaves: '' }],
    [id('03'), { asks: 'W1 sinks', proof: null, leaves: '' }],
  ]);
});

test('a proof is a test that is there, carries the id and is run', () => {
  const source = `
    test('[${id('01')}] [complaint 3] it rings', () => {});
    test.each([['[${id('02')}] it\\'s loud', 1]])('%s', () => {});
    test.skip('[${id('03')}] it sleeps', () => {});
    describe('[${id('04')}] the bell', () => {});`;
  const why = (number: string, title: string, file = 'a.test.ts') =>
    whyNotProven(id(number), { file, title }, (path: string) => (path === 'a.test.ts' ? source : null)) as
      | string
      | null;
  expect([why('01', '[complaint 3] it rings'), why('02', "it's loud")]).toEqual([null, null]);
  expect(why('02', '[complaint 3] it rings')).toMatch(/does not carry it$/);
  expect(why('01', 'it rang')).toMatch(/which no test of a\.test\.ts is called$/);
  expect(why('01', 'it rings', 'b.test.ts')).toMatch(/which is not there$/);
  expect([why('03', 'it sleeps'), why('04', 'the bell')]).toEqual([
    expect.stringMatching(/not run or is a group$/),
    expect.stringMatching(/not run or is a group$/),
  ]);
  expect(whyNotProven(id('01'), null, () => null)).toMatch(/^names neither/);
  expect(whyNotProven(id('01'), { none: 'not built' }, () => null)).toBeNull();
});

test('every requirement of the product names a test that proves it, or says why there is none', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/requirements.mjs', '--check'], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => /^(no proof|unknown)/.test(line))).toEqual([]);
  expect(status).toBe(0);
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
