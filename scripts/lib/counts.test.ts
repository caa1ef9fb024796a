import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { playwrightCounts, playwrightNames, total, vitestCounts, vitestNames } from './counts.mjs';

test('a test file that cannot be loaded counts as one failed', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
  expect(vitestCounts({ numPassedTests: 1, numFailedTests: 1, testResults: [broken, failing] })).toEqual({
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

test('a test that failed, or passed at the second try, is named with the first line of why', () => {
  const one = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const testResults = [
    {
      name: '/x/calls.test.ts',
      status: 'failed',
      assertionResults: [
        one('steady', 'passed'),
        one('shaky', 'passed', 'expected 1 to be 2\nat x'),
        one('broken', 'failed', 'expected 3 to be 4'),
      ],
    },
    { name: '/x/empty.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
  ];
  expect(vitestNames({ testResults })).toEqual({
    failed: ['calls.test.ts: broken: expected 3 to be 4', '/x/empty.test.ts: no such file'],
    again: ['calls.test.ts: shaky: expected 1 to be 2'],
  });
});

test('a run that failed never says "0 failed"', () => {
  const types = { ok: false };
  const tests = { ok: true, counts: { passed: 5, failed: 0 } };
  const journeys = { ok: false, counts: { passed: 2, failed: 3 } };
  expect(total([types, tests, journeys])).toEqual({ passed: 7, failed: 4 });
});
