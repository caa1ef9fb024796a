import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A version people run. */
export interface Release {
  version: string;
  commit: string;
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optional?: boolean }>;
}

/** Every release, oldest first, from `docs/releases.tsv`: a clone may lack tags. */
export const releasesIn = (text: string): Release[] =>
  text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [version = '', commit = ''] = line.split('\t');
      return { version, commit };
    });

export function lastRelease(): Release {
  const all = releasesIn(readFileSync('docs/releases.tsv', 'utf8'));
  return all.at(-1)!;
}

/** Why its server cannot be started here, in words somebody can act on; null: it can. */
export function whyNotHere({ version, commit }: Release): string | null {
  if (!existsSync('.git')) return 'This is no clone: the server of the last release is not here.';
  if (!hasCommit(commit))
    return `The commit of ${version} is not in this clone: git fetch --unshallow, then try again.`;
  const other = strangers(JSON.parse(fileOf(commit, 'package-lock.json')) as Lock, installedVersion);
  return other.length === 0
    ? null
    : `${version} was made for other versions of ${other.join(', ')} than are installed here.`;
}

export const hasCommit = (commit: string): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const fileOf = (commit: string, path: string): string =>
  execFileSync('git', ['show', `${commit}:${path}`], { encoding: 'utf8', maxBuffer: 100_000_000 });

/** Packages of its own that the server would find in another major version, or not at all. */
export function strangers(lock: Lock, installed: (name: string) => string | null): string[] {
  return Object.keys(lock.packages)
    .filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
    .filter((path) => !lock.packages[path]!.dev && !lock.packages[path]!.optional)
    .map((path) => path.slice('node_modules/'.length))
    .filter((name) => majorOf(installed(name)) !== majorOf(lock.packages[`node_modules/${name}`]!.version ?? null));
}

const majorOf = (version: string | null): string | null => version && version.split('.')[0]!;

function installedVersion(name: string): string | null {
  const file = join('node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null;
}
