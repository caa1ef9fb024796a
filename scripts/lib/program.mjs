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

/** Where Node keeps what it compiled: beside the product's own data, where nobody else may write, for what lies there is run. */
export const compiledIn = ({ NODE_COMPILE_CACHE, DATA_DIR }) => ({
  NODE_COMPILE_CACHE: NODE_COMPILE_CACHE || resolve(root, DATA_DIR || 'data', 'compiled'),
});
