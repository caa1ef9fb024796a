import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { memoryFolder, shortLivedFolder } from './memory-folder.mjs';

function aParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'openseat-parent-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

test('what is short-lived has a folder others may enter, and goes with everything in it', () => {
  const { folder, remove } = shortLivedFolder('data', aParent());
  writeFileSync(join(folder, 'row'), 'x');
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  remove();
  expect(existsSync(folder)).toBe(false);
});

test('what a killed process left goes when the next begins; what others use, and what is not ours, stays', () => {
  const parent = aParent();
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  for (const name of [`data-${dead}`, 'data-1', 'data-kept', `other-${dead}`]) mkdirSync(join(parent, name));
  shortLivedFolder('data', parent);
  expect(
    [`data-${dead}`, 'data-1', 'data-kept', `other-${dead}`].filter((name) => existsSync(join(parent, name))),
  ).toEqual(['data-1', 'data-kept', `other-${dead}`]);
});

test('there is always a place, in memory or not', () => {
  expect(statSync(memoryFolder()).isDirectory()).toBe(true);
});
