// npm run bench [name …]: measures beside a reference; each bench prints a table and one JSON line per figure.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findWholeChromium, needChromium } from './lib/chromium.mjs';
import { buildPages } from './lib/pages.mjs';
import { ready } from './lib/ready.mjs';
import { root } from './lib/root.mjs';
import { main, run, Stop } from './lib/run.mjs';

/** Files of `bench/` that are a bench themselves. */
const NOT_A_BENCH = new Set(['report', 'database', 'product', 'soak']);
/** Those that open pages in a browser. */
const WITH_PAGES = new Set(['pages', 'phone', 'start', 'chat', 'designer', 'heap']);
const known = readdirSync(join(root, 'bench'))
  .filter((file) => /^[a-z]+\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
  .filter((name) => !NOT_A_BENCH.has(name));

main(async () => {
  const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : known;
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Stop(`There is no bench ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
  const { node, env } = await ready({ dev: true });
  if (wanted.some((name) => WITH_PAGES.has(name))) {
    if (!(await needChromium())) throw new Stop('Without a browser the benches of pages cannot be run.');
    await buildPages({ node, env });
  }
  const withBrowser = { ...env, CHROMIUM_PATH: findWholeChromium() ?? '' };
  let failed = false;
  for (const name of wanted)
    failed = (await run(node, [join('bench', `${name}.ts`)], { env: withBrowser })).code !== 0 || failed;
  process.exitCode = failed ? 1 : 0;
});
