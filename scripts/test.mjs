// `npm test`: every check, also after one failed. `--fast` leaves out the browser journeys;
// `npm test -- <files>` runs types, lint and those tests, `npm test -- --changed` (or `--changed=REV`)
// those that what is not committed (or came since REV) can break.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsOfChange } from './lib/changed-tests.mjs';
import { checkSteps } from './lib/check-steps.mjs';
import { total } from './lib/counts.mjs';
import { shortLivedFolder } from './lib/memory-folder.mjs';
import { ready } from './lib/ready.mjs';
import { root } from './lib/root.mjs';
import { main } from './lib/run.mjs';

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const change = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const fast = process.argv.includes('--fast');

main(async () => {
  const { node, env: found } = await ready({ dev: true });
  const { folder: reports, remove } = shortLivedFolder('openseat-check');
  process.once('exit', remove);
  const env = {
    ...found,
    // What tests write for themselves, which is mostly databases, is written there.
    TMPDIR: reports,
    // What Node compiled for one process the others need not: tests start and kill many, each with the whole server in it.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/openseat-compiled'),
  };
  const files = change ? testsSince(change.split('=')[1] ?? 'HEAD') : named;
  const { types, lint, format, tests, pages, journeys } = checkSteps({ node, env, reports, files });
  const isWhole = files.length === 0;
  const steps = { types, lint, format, ...(isWhole && { pages }), tests, ...(isWhole && !fast && { journeys }) };

  const results = [];
  for (const [name, step] of Object.entries(steps)) results.push(await timed(name, step));

  console.log('');
  for (const { name, ok, seconds } of results)
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s`);
  for (const note of results.flatMap(({ notes = [] }) => notes)) console.log(note);
  const { passed, failed } = total(results);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
});

async function timed(name, step) {
  console.log(`\n— ${name}`);
  const startedAt = performance.now();
  const result = await step().catch((error) => {
    console.error(error.message);
    return { ok: false };
  });
  return { name, ...result, seconds: (performance.now() - startedAt) / 1000 };
}

function testsSince(revision) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const unknown = git('ls-files', '--others', '--exclude-standard');
  const files = [...git('ls-files'), ...unknown].filter((path) => existsSync(join(root, path)));
  const changed = [...git('diff', '--name-only', '--no-renames', revision), ...unknown];
  const tests = testsOfChange(changed, files, (path) => readFileSync(join(root, path), 'utf8'));
  console.log(`${changed.length} files changed since ${revision}: ${tests.length} test files.`);
  return tests;
}
