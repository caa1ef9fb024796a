import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from './installed.mjs';
import { environmentOf, findNode } from './node.mjs';
import { root } from './root.mjs';
import { npm } from './npm.mjs';
import { Stop } from './run.mjs';

/** Makes a bare clone ready: packages as package-lock.json asks, and the Node to run them on. */
export async function ready({ dev = false } = {}) {
  if (!isInstalled(root, { dev })) await install(dev);
  const node = findNode();
  return { node, env: environmentOf(node) };
}

/** The file to run for a tool of package.json, as `node <file>`. */
export function toolFile(packageName, tool = packageName) {
  const folder = join(root, 'node_modules', packageName);
  return join(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin[tool]);
}

async function install(dev) {
  console.log('Installing packages (npm ci), a minute or two the first time …');
  const startedAt = Date.now();
  const args = ['ci', '--no-audit', '--no-fund', ...(dev ? ['--include=dev'] : [])];
  const { code, output } = await npm(...args);
  if (code !== 0) {
    process.stderr.write(output);
    throw new Stop('The packages could not be installed: npm ci failed, its output is above.');
  }
  console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}
