import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { databaseFunctions, hashOf, migrations } from '../db/schema-files.ts';

const COMMIT = /^[0-9a-f]{40,64}$/;
const SHOWN = 12;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The commit a folder is checked out at, as its own files say; null where there is no repository. */
export function commitOf(folder: string): string | null {
  // A worktree has a file there that names the folder.
  const elsewhere = /^gitdir: (.+)$/.exec(textOf(join(folder, '.git')) ?? '')?.[1];
  const git = elsewhere ? resolve(folder, elsewhere) : join(folder, '.git');
  const head = textOf(join(git, 'HEAD'));
  if (head === null || COMMIT.test(head)) return head;
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (!ref) return null;
  const common = join(git, textOf(join(git, 'commondir')) ?? '.');
  for (const place of [git, common]) {
    const found = textOf(join(place, ref));
    if (found && COMMIT.test(found)) return found;
  }
  const packed = textOf(join(common, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
}

/** Without a repository, as in an image: what its pages were built from and its tables are made of. */
function sourcesOf(folder: string): string {
  const hash = createHash('sha256').update(textOf(join(folder, 'dist/web/.built-from')) ?? '');
  for (const file of [...migrations(), ...databaseFunctions()]) hash.update(`${file.name} ${hashOf(file)}\n`);
  return `files-${hash.digest('hex')}`;
}

let known: string | null = null;

/** What this process runs, as it was when it first asked: a folder may change under who runs. */
export function buildId(folder = dirname(dirname(dirname(import.meta.dirname)))): string {
  known ??= commitOf(folder)?.slice(0, SHOWN) ?? sourcesOf(folder).slice(0, 'files-'.length + SHOWN);
  return known;
}
