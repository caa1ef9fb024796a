import { posix } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'([#.][^']+)'/g;
const isCode = (path) => /\.(ts|tsx|mjs)$/.test(path);
const isTest = (path) => /\.test\.tsx?$/.test(path);
const featureOf = (path) => /^features\/[^/]+\/[^/]+\//.exec(path)?.[0];

/** Where everything is put together: an arrow through here would lead from anything to everything. */
const isJoint = (path) => /^(apps|test|db|bench)\//.test(path) && !isTest(path);

/**
 * The test files a change can break: those that import what changed, however far away, and all tests of a feature that does,
 * because its routes are tested through the whole server. A change where everything is put together breaks anything.
 * `read` gives a file's text.
 */
export function testsOfChange(changed, files, read) {
  if (changed.some((path) => isJoint(path) || isGroundwork(path))) return files.filter(isTest);
  const importers = importersOf(files.filter(isCode), read);
  const reached = new Set(changed);
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) if (!isJoint(importer)) reached.add(importer);
  }
  const features = new Set([...reached].map(featureOf).filter(Boolean));
  return files.filter(
    (path) =>
      isTest(path) && (reached.has(path) || features.has(featureOf(path)) || path.startsWith('test/architecture/')),
  );
}

/** What tests stand on without importing it. */
const isGroundwork = (path) =>
  /^(package(-lock)?\.json|[\w.]*config[\w.]*\.(ts|json)|platform\/server\/db\/(migrations|functions)\/.*)$/.test(path);

function importersOf(files, read) {
  const importers = new Map();
  for (const from of files) {
    for (const [, to] of read(from).matchAll(IMPORT)) {
      const path = to.startsWith('#') ? to.slice(1) : posix.join(posix.dirname(from), to);
      if (!importers.has(path)) importers.set(path, []);
      importers.get(path).push(from);
    }
  }
  return importers;
}
