import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');
const named = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g)].map(([, path]) => path!);

test('[SEC-02] every file that is named as a proof exists', () => {
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test('[SEC-02] every chapter is there, and every line says what proves it or why nothing does', () => {
  const chapters = [...text.matchAll(/^## (V\d+) /gm)].map(([, chapter]) => chapter);
  expect(chapters).toEqual(Array.from({ length: 14 }, (_, at) => `V${at + 1}`));
  const rows = text.split('\n').filter((line) => /^\| (\d|companies)/.test(line));
  const bare = rows.filter((row) => !/`[\w./-]+\.tsx?`|—/.test(row));
  expect(bare).toEqual([]);
});

/** Where chance need not be a secret, and why. */
const openChance = new Map([
  ['adapters/telephony/trunk/open-trunk-edge.ts', 'which of several equal servers of a carrier is called first'],
  ['features/flows/flows/web/designer/fields/node-fields.tsx', 'names a branch of a flow'],
  ['features/voice/call-routes/server/open-call-plans.ts', 'which trunk of a share is tried first'],
]);

test('[SEC-02] nothing of the product is drawn by chance that others could foresee', () => {
  const product = globSync('{adapters,apps,core,features,platform,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(test|fixture|suite)\.tsx?$/.test(path),
  );
  expect(product.length).toBeGreaterThan(1_000);
  const drawn = product.filter((path) => readFileSync(new URL(path, root), 'utf8').includes('Math.random'));
  expect(drawn.filter((path) => !openChance.has(path))).toEqual([]);
});
