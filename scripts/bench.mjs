// npm run bench [name [argument …] …]: measures beside a reference; each bench prints a table and one JSON line per figure.
// What follows a name and begins with a digit, or names a part of it, goes to that bench: npm run bench growth 2000000 call_event.
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

/** Benches by name, each with the words that follow it and are for it. */
function orders(typed) {
  const wanted = typed.length > 0 ? [] : known.map((name) => ({ name, words: [] }));
  const unknown = [];
  for (const word of typed) {
    const last = wanted.at(-1);
    if (known.includes(word)) wanted.push({ name: word, words: [] });
    else if (last && /^\d|_/.test(word)) last.words.push(word);
    else unknown.push(word);
  }
  return { wanted, unknown };
}

main(async () => {
  const { wanted, unknown } = orders(process.argv.slice(2));
  if (unknown.length > 0) throw new Stop(`There is no bench ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
  const { node, env } = await ready({ dev: true });
  if (wanted.some(({ name }) => WITH_PAGES.has(name))) {
    if (!(await needChromium())) throw new Stop('Without a browser the benches of pages cannot be run.');
    await buildPages({ node, env });
  }
  const withBrowser = { ...env, CHROMIUM_PATH: findWholeChromium() ?? '' };
  let failed = false;
  for (const { name, words } of wanted)
    failed = (await run(node, [join('bench', `${name}.ts`), ...words], { env: withBrowser })).code !== 0 || failed;
  process.exitCode = failed ? 1 : 0;
});
