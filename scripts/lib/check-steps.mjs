import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { needChromium } from './chromium.mjs';
import {
  NO_JOURNEYS,
  NO_TESTS,
  playwrightCounts,
  playwrightNames,
  readReport,
  total,
  vitestFailedFiles,
  vitestTwice,
} from './counts.mjs';
import { buildPages } from './pages.mjs';
import { processorShare } from './processor-share.mjs';
import { buildProgram } from './program.mjs';
import { toolFile } from './ready.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** What needs a second try is a bug to be found, and is named at the end; more files or journeys than these and the step has failed. */
const SECOND_TRIES = 3;

/** From here on the processors count as ours. */
const QUIET_SHARE = 0.9;

/** The checks in their order. Each answers `{ ok, counts? }`; `reports` is a folder for what the tools write. */
export function checkSteps({ node, env, reports, files }) {
  const tool = (name, args, more = {}) => run(node, [toolFile(name), ...args], { env, ...more });
  return {
    async types() {
      const projects = ['tsconfig.pure.json', 'tsconfig.server.json', 'tsconfig.web.json'];
      const results = await twoAtATime(projects, (project) => {
        // What was found the last time is kept; on a bare clone everything is looked at.
        const kept = join(root, 'node_modules/.cache/openseat-types', `${project}.tsbuildinfo`);
        const args = ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', kept];
        // Half of its processor time was collecting garbage of a process that lives for seconds.
        return run(node, [toolFile('typescript', 'tsc'), ...args], {
          env: { ...env, GOGC: 'off', GOMEMLIMIT: '4GiB' },
          quiet: true,
        });
      });
      for (const { output } of results) process.stdout.write(output);
      return { ok: results.every(({ code }) => code === 0) };
    },

    async lint() {
      return { ok: (await tool('oxlint', [])).code === 0 };
    },

    // `npm run format` mends what it names.
    async format() {
      return { ok: (await tool('oxfmt', ['--list-different'])).code === 0 };
    },

    // Before the tests: one of them reads what was built, and those who start the product start what `npm start` does.
    async pages() {
      await buildPages({ node, env });
      return { ok: await buildProgram({ node, env }) };
    },

    async tests() {
      const isWhole = files.length === 0;
      // A fifth of the time of two workers is waiting; on quiet cores a third works meanwhile.
      const isQuiet = isWhole && (await processorShare()) >= QUIET_SHARE;
      const first = await testsOf(files, 'vitest.json', isQuiet ? 1 : 0);
      const failed = vitestFailedFiles(first.report);
      if (!isWhole || failed.length === 0 || failed.length > SECOND_TRIES)
        return judged(first.code === 0, vitestTwice(first.report, NO_TESTS));
      // Whole files, from their beginning and by themselves: many would find what their own first try has left. What no test caught
      // is not looked for among those that failed.
      console.log(`\nA second try of ${failed.join(', ')}`);
      const second = await testsOf(failed, 'vitest-second.json', 0);
      return judged(second.code === 0, vitestTwice(first.report, second.report));

      async function testsOf(which, name, moreWorkers) {
        const file = join(reports, name);
        const { code } = await tool(
          'vitest',
          ['run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
          { env: { ...env, TEST_MORE_WORKERS: String(moreWorkers) } },
        );
        return { code, report: readReport(file) ?? NO_TESTS };
      }
    },

    async journeys() {
      const chromium = await needChromium();
      if (!chromium) return { ok: false };
      const demo = join(reports, 'demo');
      const share = await processorShare();
      // What is promised in milliseconds (`@alone`) wants the machine for itself. What is heard (`@heard`) is asked for until it is
      // there: on quiet cores it shares them, on others each would only wait for the rest.
      const alone = share >= QUIET_SHARE ? '@alone' : '@alone|@heard';
      console.log(
        `${Math.round(share * 100)} % of the processors are ours: ${alone} one by one, others two at a time.`,
      );
      const runs = [await journeysOf('--grep-invert', alone, 2), await journeysOf('--grep', alone, 1)];
      rmSync(demo, { recursive: true, force: true });
      const again = runs.flatMap((one) => one.again);
      return judged(runs.every(({ code }) => code === 0) && again.length <= SECOND_TRIES, {
        counts: total(runs.map(({ counts }) => ({ ok: true, counts }))),
        failed: runs.flatMap(({ failed }) => failed),
        again,
      });

      async function journeysOf(which, tags, workers) {
        const report = join(reports, `playwright-${workers}.json`);
        const { code } = await run(
          node,
          [
            toolFile('@playwright/test', 'playwright'),
            'test',
            which,
            tags,
            '--retries=1',
            '--reporter=list,json',
            // Each empties its folder, and pictures of the other's failures are to stay.
            `--output=${join('test-results', workers === 1 ? 'alone' : 'in-company')}`,
          ],
          {
            env: {
              ...env,
              CHROMIUM_PATH: chromium,
              JOURNEY_WORKERS: String(workers),
              JOURNEY_DEMO: demo,
              PLAYWRIGHT_JSON_OUTPUT_NAME: report,
            },
          },
        );
        const said = readReport(report) ?? NO_JOURNEYS;
        return { code, counts: playwrightCounts(said), ...playwrightNames(said) };
      }
    },
  };
}

const judged = (ok, { counts, failed, again }) => ({
  ok,
  counts,
  notes: [...failed.map((name) => `failed: ${name}`), ...again.map((name) => `second try: ${name}`)],
});

async function twoAtATime(items, work) {
  const results = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all([worker(), worker()]);
  return results;
}
