import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { storedOtherwise } from './stored-names.ts';

/** Paths are from the root of the repository, with slashes. */
export interface Arrow {
  from: string;
  to: string;
}

/** Every import of our own code under a folder. */
export const imports = (folder: string): Arrow[] => (existsSync(folder) ? sourceFiles(folder).flatMap(importsOf) : []);

// Not what only speaks of an import, in a comment or a text.
const anImport = /(?:^(?:import|export)\b[^'"`;]*\sfrom\s*|^import\s*|\bimport\(\s*)'([#.][^']+)'/gm;

/** What was read once; nobody writes sources while their rules are looked at. */
function remembered<T>(read: (path: string) => readonly T[]): (path: string) => T[] {
  const known = new Map<string, readonly T[]>();
  return (path) => {
    if (!known.has(path)) known.set(path, read(path));
    return [...known.get(path)!];
  };
}

/** Every import of our own code in a file. */
export const importsOf = remembered((from: string): Arrow[] =>
  [...readFileSync(from, 'utf8').matchAll(anImport)].map(([, to]) => ({
    from,
    to: to!.startsWith('#') ? to!.slice(1) : relative('.', join(dirname(from), to!)),
  })),
);

const reached = new Map<string, ReadonlySet<string>>();

/** Whatever a file loads, itself included, however far away. */
export function reachOf(file: string): ReadonlySet<string> {
  const known = reached.get(file);
  if (known) return known;
  const found = new Set([file]);
  for (const one of found) for (const { to } of existsSync(one) ? importsOf(one) : []) found.add(to);
  reached.set(file, found);
  return found;
}

/** Sources, without tests and what only tests use. */
export const sourceFiles = remembered((folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|suite|fixture)\./.test(file))
    .map((file) => join(folder, file)),
);

/** `<area>/<feature>` of a path; undefined outside the features. */
export const featureOf = (path: string): string | undefined => /^features\/([^/]+\/[^/]+)\//.exec(path)?.[1];

/** Every feature's folder. */
export const featureFolders = (): string[] => globSync('features/*/*');

/** Under which names databases and programs know what lies in a feature's folder. */
export const namesOf = (folder: string): readonly string[] =>
  storedOtherwise[folder.replace('features/', '')] ?? [basename(folder)];
