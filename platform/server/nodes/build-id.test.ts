import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildId, commitOf } from './build-id.ts';

const COMMIT = 'a1b2c3d4'.repeat(5);

function aFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `${content}\n`);
  }
  return folder;
}

test.each([
  ['at a version', { '.git/HEAD': COMMIT }],
  ['on a branch', { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': COMMIT }],
  [
    'on a branch that was packed',
    { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `${COMMIT} refs/heads/main` },
  ],
  [
    'beside its repository',
    {
      '.git': 'gitdir: repository/worktrees/one',
      'repository/worktrees/one/HEAD': 'ref: refs/heads/main',
      'repository/worktrees/one/commondir': '../..',
      'repository/refs/heads/main': COMMIT,
    },
  ],
])('a folder checked out %s says which commit it is', (_how, files) => {
  expect(commitOf(aFolder(files))).toBe(COMMIT);
});

test('a folder that is no repository has no commit, and what runs has a name all the same', () => {
  expect(commitOf(aFolder({ 'package.json': '{}' }))).toBeNull();
  expect(buildId()).toMatch(/^([0-9a-f]{12}|files-[0-9a-f]{12})$/);
  expect(buildId('/nowhere')).toBe(buildId());
});
