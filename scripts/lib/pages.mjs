import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { toolFile } from './ready.mjs';
import { root } from './root.mjs';
import { run, Stop } from './run.mjs';

const FOLDERS = ['apps/web', 'platform/web', 'shared', 'core', 'adapters/browser'];
const FILES = ['scripts/lib/pages.mjs', 'vite.config.ts', 'package.json', 'package-lock.json'];
const NOT_BUILT = /\.(test|suite)\.tsx?$/;

/** A fingerprint of everything the pages are built from. */
export function pagesFingerprint(folder) {
  const hash = createHash('sha256');
  for (const file of pageSources(folder))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Builds the pages into dist/web if their sources changed. Built aside and moved in, so an interrupted build is never served. */
export async function buildPages({ node, env }) {
  const target = join(root, 'dist', 'web');
  const fingerprint = pagesFingerprint(root);
  if (builtFrom(target) === fingerprint) return;
  console.log('Building the pages …');
  const startedAt = Date.now();
  const aside = join(root, 'dist', `web-unfinished-${process.pid}`);
  removeUnfinished(join(root, 'dist'));
  const { code, output } = await run(
    node,
    [toolFile('vite'), 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'],
    { env, quiet: true },
  );
  if (code !== 0) {
    rmSync(aside, { recursive: true, force: true });
    process.stderr.write(output);
    throw new Stop('The pages could not be built, the reason is above.');
  }
  await compressPages(join(aside, 'assets'));
  writeFileSync(join(aside, '.built-from'), fingerprint);
  moveIn(aside, target);
  console.log(`Pages built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Not worth a second file below this. */
const COMPRESSED_FROM_BYTES = 1_024;

/** Puts a gzip and a brotli copy beside every script and style, so that the server compresses nothing while it serves. */
export async function compressPages(assets) {
  const names = readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(assets, name);
      const content = readFileSync(file);
      if (content.length < COMPRESSED_FROM_BYTES) return;
      const options = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      };
      const [zipped, packed] = await Promise.all([
        promisify(gzip)(content, { level: 9 }),
        promisify(brotliCompress)(content, options),
      ]);
      writeFileSync(`${file}.gz`, zipped);
      writeFileSync(`${file}.br`, packed);
    }),
  );
}

/** A server that is running keeps serving: the pages are gone for the moment between two renames. */
function moveIn(aside, target) {
  const former = join(root, 'dist', `web-unfinished-former-${process.pid}`);
  if (existsSync(target)) renameSync(target, former);
  renameSync(aside, target);
  rmSync(former, { recursive: true, force: true });
}

function pageSources(folder) {
  const features = foldersIn(folder, 'features').flatMap((area) => foldersIn(folder, area));
  const folders = [
    ...FOLDERS,
    ...features.flatMap((feature) => [`${feature}/web`, `${feature}/core`, `${feature}/contract`]),
  ];
  const files = [...FILES, ...features.map((feature) => `${feature}/contract.ts`)];
  return [
    ...folders.flatMap((name) => filesIn(folder, name)),
    ...files.filter((name) => existsSync(join(folder, name))),
  ].sort();
}

function foldersIn(folder, name) {
  if (!existsSync(join(folder, name))) return [];
  const entries = readdirSync(join(folder, name), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${name}/${entry.name}`);
}

function filesIn(folder, name) {
  if (!existsSync(join(folder, name))) return [];
  return readdirSync(join(folder, name), { withFileTypes: true }).flatMap((entry) => {
    const path = `${name}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, path);
    return NOT_BUILT.test(path) ? [] : [path];
  });
}

function builtFrom(target) {
  const mark = join(target, '.built-from');
  return existsSync(mark) ? readFileSync(mark, 'utf8') : undefined;
}

/** What builds that were killed left behind; a living one keeps its own. */
function removeUnfinished(dist) {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist).filter((entry) => entry.startsWith('web-unfinished-'))) {
    if (!isAlive(Number(name.split('-').pop()))) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
