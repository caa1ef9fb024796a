import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { layOutRelease } from './lay-out-release.mjs';

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t.example', ...args], { encoding: 'utf8' });

/** A machine with a clone of a repository that has two versions. */
function aMachine() {
  const at = mkdtempSync(join(tmpdir(), 'openseat-releases-'));
  onTestFinished(() => rmSync(at, { recursive: true }));
  const origin = join(at, 'origin');
  mkdirSync(origin);
  git('init', '--quiet', origin);
  for (const version of ['v1', 'v2']) {
    writeFileSync(join(origin, 'what'), version);
    git('-C', origin, 'add', '-A');
    git('-C', origin, 'commit', '--quiet', '-m', version);
    git('-C', origin, 'tag', version);
  }
  git('clone', '--quiet', origin, join(at, 'repository'));
  const laid = (name: string, parts: object = {}) =>
    layOutRelease({
      at,
      name,
      version: name,
      say: () => {},
      git: async (args: string[]) => (git(...args), null),
      install: async (folder: string) => (writeFileSync(join(folder, 'packages'), 'there'), null),
      build: async (folder: string) => (writeFileSync(join(folder, 'pages'), 'there'), null),
      ...parts,
    });
  return { at, laid, current: (file: string) => readFileSync(join(at, 'current', file), 'utf8') };
}

test('a release is laid out beside the one that runs, which keeps every file it has', async () => {
  const { at, laid, current } = aMachine();
  expect(await laid('v1')).toMatchObject({ folder: join(at, 'releases/v1'), before: null });
  expect([current('what'), current('packages'), current('pages')]).toEqual(['v1', 'there', 'there']);
  expect(await laid('v2')).toMatchObject({ before: 'releases/v1' });
  expect(current('what')).toBe('v2');
  expect(readFileSync(join(at, 'releases/v1/what'), 'utf8')).toBe('v1');

  // The way back needs nothing but the link.
  const never = async () => 'it was asked for again';
  expect(await laid('v1', { git: never, install: never, build: never })).toMatchObject({ before: 'releases/v2' });
  expect(current('what')).toBe('v1');
});

test('one that breaks off leaves nothing, and what was current stays so', async () => {
  const { at, laid, current } = aMachine();
  await laid('v1');
  expect(await laid('v2', { install: async () => 'no room left' })).toEqual({
    why: 'could not install packages: no room left',
  });
  expect(readdirSync(join(at, 'releases'))).toEqual(['v1']);
  expect([current('what'), readlinkSync(join(at, 'current'))]).toEqual(['v1', 'releases/v1']);
  // Of one that was killed.
  mkdirSync(join(at, 'releases/.making-v2/half'), { recursive: true });
  await laid('v2');
  expect(readdirSync(join(at, 'releases')).sort()).toEqual(['v1', 'v2']);
  expect(await laid('../v3')).toMatchObject({ why: expect.stringContaining('no name of a folder') });
});
