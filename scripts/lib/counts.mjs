import { existsSync, readFileSync } from 'node:fs';

const NOTHING = { passed: 0, failed: 0 };

/** How many tests passed and failed, from vitest's JSON report. A file that could not be loaded counts as one failed. */
export function vitestCounts(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** The same from Playwright's. A journey that passed at the second try passed. */
export function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** Whom to look at: tests that failed, and those that passed at the second try only. A long run is read from its end, so they are named there. */
export function vitestNames({ testResults }) {
  const of = (chosen) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(chosen)
        .map(
          ({ fullName, failureMessages }) =>
            `${name.split(/[\\/]/).at(-1)}: ${fullName}: ${firstLine(failureMessages)}`,
        ),
    );
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    failed: [
      ...of(({ status }) => status === 'failed'),
      ...broken.map(({ name, message }) => `${name}: ${firstLine([message])}`),
    ],
    again: of(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0),
  };
}

const firstLine = (messages) => (messages?.[0] ?? '').split('\n')[0].slice(0, 200);

/** The same of journeys. */
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
export function readReport(file, { counts, names }) {
  if (!existsSync(file)) return { counts: NOTHING, failed: [], again: [] };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return { counts: counts(report), ...names(report) };
}
