import { hash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One source of the program as it was built: where it is, its digest, and how the file system knew it. */
type BuiltSource = [path: string, digest: string, size: number, changedMs: number, touchedMs: number];

/** What `scripts/lib/program.mjs` writes beside the program. */
interface BuiltFrom {
  entry: string;
  sources: BuiltSource[];
}

/**
 * Where to import the program that was made of the sources; null where there is none, or it is not what the sources say now.
 *
 * A source that the file system calls the same is the same; one that was moved, copied or checked out anew is read, and counts by
 * what stands in it. A source that came new is imported by one that changed.
 */
export function builtProgram(folder: string, root: string): string | null {
  const list = join(folder, 'built-from.json');
  let built: BuiltFrom;
  try {
    built = JSON.parse(readFileSync(list, 'utf8')) as BuiltFrom;
  } catch {
    return null;
  }
  let isTouched = false;
  for (const source of built.sources) {
    const [path, digest, size, changedMs, touchedMs] = source;
    const file = join(root, path);
    const now = statSync(file, { throwIfNoEntry: false });
    if (now?.size !== size) return null;
    if (now.mtimeMs === changedMs && now.ctimeMs === touchedMs) continue;
    if (digestOf(file) !== digest) return null;
    source.splice(2, 3, ...marksOf(now));
    isTouched = true;
  }
  if (isTouched) remember(list, built);
  return pathToFileURL(join(folder, built.entry)).href;
}

const digestOf = (file: string): string => hash('sha256', readFileSync(file), 'base64');

const marksOf = ({ size, mtimeMs, ctimeMs }: Stats): [number, number, number] => [size, mtimeMs, ctimeMs];

/** For the next start; where nobody may write there, every start reads. */
function remember(list: string, built: BuiltFrom): void {
  const aside = `${list}.${process.pid}`;
  try {
    writeFileSync(aside, JSON.stringify(built));
    renameSync(aside, list);
  } catch {
    return;
  }
}
