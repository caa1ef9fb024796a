// npm run bench [name [argument …] …]: measures beside a reference; each bench prints a table and one JSON line per figure.
// What follows a name and begins with a digit, or names a part of it, goes to that bench: npm run bench growth 2000000 call_event.
// npm run bench -- --all: every bench once, written into docs/figures.md; `-- --write name …` measures and writes some of them anew.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { findWholeChromium, needChromium } from './lib/chromium.mjs';
import { figuresIn, pageOf, sectionOf } from './lib/figures.mjs';
import { buildPages } from './lib/pages.mjs';
import { buildProgram } from './lib/program.mjs';
import { ready } from './lib/ready.mjs';
import { root } from './lib/root.mjs';
import { main, run, Stop } from './lib/run.mjs';

/** Files of `bench/` that are a bench themselves. */
const NOT_A_BENCH = new Set(['report', 'database', 'product', 'soak']);
/** Those that open pages in a browser. */
const WITH_PAGES = new Set(['pages', 'phone', 'start', 'chat', 'designer', 'heap']);
const FIGURES = join(root, 'docs', 'figures.md');
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
  const given = process.argv.slice(2);
  const { wanted, unknown } = orders(given.filter((word) => word !== '--all' && word !== '--write'));
  if (unknown.length > 0) throw new Stop(`There is no bench ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
  const { node, env } = await ready({ dev: true });
  if (wanted.some(({ name }) => WITH_PAGES.has(name))) {
    if (!(await needChromium())) throw new Stop('Without a browser the benches of pages cannot be run.');
    await buildPages({ node, env });
  }
  if (wanted.some(({ name }) => name === 'start')) await buildProgram({ node, env });
  const withBrowser = { ...env, CHROMIUM_PATH: findWholeChromium() ?? '' };
  const isWritten = given.includes('--all') || given.includes('--write');
  let failed = false;
  for (const { name, words } of wanted) {
    const [beganMs, loadBefore] = [Date.now(), loadavg()[0]];
    const asked = [join('bench', `${name}.ts`), ...words];
    const { code, output } = await run(node, asked, { env: withBrowser, heard: isWritten });
    failed = code !== 0 || failed;
    // At once after each: a night that is cut off keeps what it measured.
    // A part of one has a section of its own.
    if (isWritten)
      write([name, ...words].join(' '), figuresIn(output), {
        seconds: (Date.now() - beganMs) / 1_000,
        loadBefore,
        code,
      });
  }
  process.exitCode = failed ? 1 : 0;
});

function write(name, figures, { seconds, loadBefore, code }) {
  const day = new Date().toISOString().slice(0, 10);
  const section = sectionOf(name, figures, {
    day,
    seconds,
    loadBefore,
    loadAfter: loadavg()[0],
    commit: commit(),
    code,
  });
  const before = existsSync(FIGURES) ? readFileSync(FIGURES, 'utf8') : '';
  writeFileSync(FIGURES, pageOf(before, new Map([[name, section]]), machine()));
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function machine() {
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() || arch()}), ${gigabytes} GB, ${platform()} ${release()}, Node ${process.version}`;
}
