// `npm test`: every check, also after one failed. `--fast` leaves out the browser journeys;
// `npm test -- <files>` runs types, lint and those tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSteps } from './lib/check-steps.mjs';
import { total } from './lib/counts.mjs';
import { ready } from './lib/ready.mjs';
import { main } from './lib/run.mjs';

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const fast = process.argv.includes('--fast');

main(async () => {
  const { node, env } = await ready({ dev: true });
  const reports = mkdtempSync(join(tmpdir(), 'openseat-check-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
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
