import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
  return null;
}

export const hasCommit = (commit: string): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Its tree: on the packages of this one, or on its own, which npm fetches, where this one has others. */
export function unpackRelease({ commit }: Release, folder: string): string {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1_000_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  if (strangers(lock, installedVersion).length === 0)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--prefix', folder, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return folder;
}

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
