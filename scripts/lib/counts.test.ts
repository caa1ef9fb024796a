import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { playwrightCounts, playwrightNames, total, vitestCounts, vitestFailedFiles, vitestTwice } from './counts.mjs';

test('a test file that cannot be loaded counts as one failed', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
  expect(vitestCounts({ testResults: [broken, failing] })).toEqual({
    passed: 1,
    failed: 2,
  });
});

test('a journey that passed at the second try passed', () => {
  expect(playwrightCounts({ stats: { expected: 3, flaky: 1, unexpected: 2 }, errors: [] })).toEqual({
    passed: 4,
    failed: 2,
  });
});

test('a journey that passed at the second try is named, however deep it stands', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const report = {
    suites: [
      { specs: [spec('steady', 'expected')], suites: [{ specs: [spec('shaky', 'flaky')] }] },
      { specs: [spec('broken', 'unexpected')] },
    ],
  };
  expect(playwrightNames(report)).toEqual({ failed: ['broken'], again: ['shaky'] });
});

const one = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages });
const fileOf = (name: string, ...assertionResults: { status: string }[]) => ({
  name,
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  assertionResults,
});
const empty = { name: '/x/empty.test.ts', status: 'failed', message: 'no such file', assertionResults: [] };
const first = {
  testResults: [
    fileOf(
      '/x/calls.test.ts',
      one('steady', 'passed'),
      one('shaky', 'failed', 'expected 1 to be 2\nat x'),
      one('broken', 'failed', 'expected 3 to be 4'),
    ),
    fileOf('/x/chats.test.ts', one('quiet', 'passed')),
    empty,
  ],
};

test('a test that failed is named with the first line of why, and so is a file that cannot be loaded', () => {
  expect(vitestTwice(first, { testResults: [] })).toEqual({
    counts: { passed: 2, failed: 3 },
    failed: [
      'calls.test.ts: shaky: expected 1 to be 2',
      'calls.test.ts: broken: expected 3 to be 4',
      '/x/empty.test.ts: no such file',
    ],
    again: [],
  });
});

test('files in which something failed run once more as a whole, and what failed in the first run alone is named', () => {
  expect(vitestFailedFiles(first)).toEqual(['/x/calls.test.ts', '/x/empty.test.ts']);
  const second = {
    testResults: [
      fileOf(
        '/x/calls.test.ts',
        one('steady', 'passed'),
        one('shaky', 'passed'),
        one('broken', 'failed', 'expected 5 to be 4'),
      ),
      { ...empty, status: 'passed', assertionResults: [one('found', 'passed')] },
    ],
  };
  expect(vitestTwice(first, second)).toEqual({
    counts: { passed: 4, failed: 1 },
    failed: ['calls.test.ts: broken: expected 5 to be 4'],
    again: ['calls.test.ts: shaky: expected 1 to be 2', '/x/empty.test.ts: no such file'],
  });
});

test('a second run that never came to a file leaves what failed there as failed', () => {
  expect(vitestTwice(first, { testResults: [] }).again).toEqual([]);
});

test('a run that failed never says "0 failed"', () => {
  const types = { ok: false };
  const tests = { ok: true, counts: { passed: 5, failed: 0 } };
  const journeys = { ok: false, counts: { passed: 2, failed: 3 } };
  expect(total([types, tests, journeys])).toEqual({ passed: 7, failed: 4 });
});
