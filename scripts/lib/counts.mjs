import { existsSync, readFileSync } from 'node:fs';

const NOTHING = { passed: 0, failed: 0 };

/** How many tests passed and failed, from vitest's JSON report. A file that could not be loaded counts as one failed. */
export function vitestCounts({ testResults }) {
  const many = (wanted) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  return { passed: many('passed'), failed: many('failed') + testResults.filter(isBroken).length };
}

const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');

/** Paths of the files in which something failed. */
export const vitestFailedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** A run of everything, and one of the files that failed in it: what counts is the second, and what failed in the first alone is named. */
export function vitestTwice(first, second) {
  const anew = new Set(second.testResults.map(({ name }) => name));
  const whole = { testResults: [...first.testResults.filter(({ name }) => !anew.has(name)), ...second.testResults] };
  const failed = vitestNames(whole);
  const isFailedStill = new Set(failed.map(({ test }) => test));
  return {
    counts: vitestCounts(whole),
    failed: failed.map(said),
    again: vitestNames(first)
      .filter(({ test }) => !isFailedStill.has(test))
      .map(said),
  };
}

/** The same from Playwright's. A journey that passed at the second try passed. */
export function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** Whom to look at, and why. A long run is read from its end, so they are named there. */
function vitestNames({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) =>
    isBroken({ status, assertionResults })
      ? [{ test: name, why: firstLine([message]) }]
      : assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            test: `${name.split(/[\\/]/).at(-1)}: ${fullName}`,
            why: firstLine(failureMessages),
          })),
  );
}

const said = ({ test, why }) => `${test}: ${why}`;

const firstLine = (messages) => (messages?.[0] ?? '').split('\n')[0].slice(0, 200);

/** Journeys that failed, and those that passed at the second try only. */
export function playwrightNames(report) {
  return { failed: titlesOf(report, 'unexpected'), again: titlesOf(report, 'flaky') };
}

function titlesOf({ suites = [] }, wanted) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ title }) => title),
    ...titlesOf(suite, wanted),
  ]);
}

/** Adds up the steps. One that failed without naming a failed test counts as one, so that a failed run never says "0 failed". */
export function total(steps) {
  return steps.reduce(
    (sum, { ok, counts = NOTHING }) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + Math.max(counts.failed, ok ? 0 : 1),
    }),
    NOTHING,
  );
}

/** A report that was never written says nothing; the step's exit code does. */
export const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** The same as one that was: nothing ran. */
export const NO_TESTS = { testResults: [] };
export const NO_JOURNEYS = { stats: { expected: 0, flaky: 0, unexpected: 0 }, errors: [], suites: [] };
