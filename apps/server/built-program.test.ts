import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from './built-program.ts';

/** A program made of two sources, as `scripts/lib/make-program.mjs` leaves it. */
function aProgram() {
  const root = mkdtempSync(join(tmpdir(), 'openseat-program-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'dist/server');
  mkdirSync(folder, { recursive: true });
  const sources = ['one.ts', 'two.ts'].map((name) => {
    const file = join(root, name);
    writeFileSync(file, `export const name = '${name}';`);
    const { size, mtimeMs, ctimeMs } = statSync(file);
    return [name, hash('sha256', readFileSync(file), 'base64'), size, mtimeMs, ctimeMs];
  });
  const list = join(folder, 'built-from.json');
  writeFileSync(list, JSON.stringify({ entry: 'serve.js', sources }));
  return { root, list, found: () => builtProgram(folder, root), entry: pathToFileURL(join(folder, 'serve.js')).href };
}

test('the program that was made of the sources runs in their place', () => {
  const { found, entry } = aProgram();
  expect(found()).toBe(entry);
});

test.each<[string, (root: string) => void]>([
  ['changed', (root) => writeFileSync(join(root, 'two.ts'), 'export const name = "another";')],
  ['changed and is as long as before', (root) => writeFileSync(join(root, 'two.ts'), "export const name = 'owt.ts';")],
  ['is gone', (root) => rmSync(join(root, 'one.ts'))],
])('the sources run when one of them %s', (_, change) => {
  const { root, found } = aProgram();
  change(root);
  expect(found()).toBeNull();
});

test('a source that was only touched is the same, and is read once for that', () => {
  const { root, list, found, entry } = aProgram();
  const before = readFileSync(list, 'utf8');
  utimesSync(join(root, 'one.ts'), new Date(1_000_000), new Date(1_000_000));
  expect(found()).toBe(entry);
  const after = readFileSync(list, 'utf8');
  expect(after).not.toBe(before);
  expect(found()).toBe(entry);
  expect(readFileSync(list, 'utf8')).toBe(after);
});

test('the sources run where no program was made, or only half of one', () => {
  const { root, list, found } = aProgram();
  writeFileSync(list, readFileSync(list, 'utf8').slice(0, 40));
  expect(found()).toBeNull();
  expect(builtProgram(join(root, 'nowhere'), root)).toBeNull();
});
