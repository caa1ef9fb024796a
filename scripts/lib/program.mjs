import { join, resolve } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

/**
 * One program of the server's sources, made when they changed: a start reads a few files instead of thousands. Without it the sources
 * run. Answers whether there is one.
 */
export async function buildProgram({ node, env }) {
  const { code, output } = await run(node, [join(root, 'scripts/lib/make-program.mjs')], { env, quiet: true });
  const said = output.trim();
  if (code === 0) {
    if (said) console.log(said);
    return true;
  }
  console.log(`The server runs from its sources, which takes a second more to start: ${said.split('\n').at(-1)}`);
  return false;
}

/**
 * What Node is told before it runs the server. Left alone it lets the young generation grow to 128 MB, most of it empty, and keeps all of it;
 * two halves of 16 MB cost no time that could be measured (`docs/decisions/0041-http-and-start.md`).
 */
export const serverFlags = ['--max-semi-space-size=16'];

/** Where Node keeps what it compiled: beside the product's own data, where nobody else may write, for what lies there is run. */
export const compiledIn = ({ NODE_COMPILE_CACHE, DATA_DIR }) => ({
  NODE_COMPILE_CACHE: NODE_COMPILE_CACHE || resolve(root, DATA_DIR || 'data', 'compiled'),
});
