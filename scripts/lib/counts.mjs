import { existsSync, readFileSync } from 'node:fs';

const NOTHING = { passed: 0, failed: 0 };

/** How many tests passed and failed, from vitest's JSON report. A file that could not be loaded counts as one failed. */
export function vitestCounts(report) {
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'));
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** The same from Playwright's. A journey that passed at the second try passed. */
export function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** The journeys that passed at the second try only, by name. */
export function secondTries({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...secondTries(suite),
  ]);
}

/** Adds up the steps. One that failed without naming a failed test counts as one, so that a failed run never says "0 failed". */
export function total(steps) {
  return steps.reduce((sum, { ok, counts = NOTHING }) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + Math.max(counts.failed, ok ? 0 : 1),
  }), NOTHING);
}

/** A report that was never written says nothing; the step's exit code does. */
export function readCounts(file, count) {
  return existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : NOTHING;
}
