import { readFileSync } from 'node:fs';

// Strings first: the pattern of a glob looks like the beginning of a comment.
const STRING_OR_COMMENT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const EXPORTED = /^export (?:async function|function\*?|const|let|class) ([\w$]+)/gm;

/**
 * Values that a file of the product exports and that no other reads, `readers` (which are not asked for
 * theirs) included, nor the file itself: taken away, nobody but a test would miss them. Told by name, since two things of one
 * name are rare and hide at most one of them; a default export is somebody's page, whom the lazy import does not call by name.
 */
export function unusedExports(files: readonly string[], readers: readonly string[] = []): string[] {
  const sources = new Map(files.map((file) => [file, read(file)]));
  const namedIn = new Map<string, number>();
  const count = (source: string): void => {
    for (const word of new Set(source.match(/[\w$]+/g))) namedIn.set(word, (namedIn.get(word) ?? 0) + 1);
  };
  for (const source of sources.values()) count(source);
  for (const reader of readers) count(read(reader));
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(EXPORTED)]
      .map(([, name]) => name!)
      .filter((name) => namedIn.get(name) === 1 && timesIn(source, name) === 1)
      .map((name) => `${file}: ${name}`),
  );
}

const read = (file: string): string =>
  readFileSync(file, 'utf8').replace(STRING_OR_COMMENT, (part) => (part.startsWith('/') ? '' : part));

const timesIn = (source: string, name: string): number =>
  source.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0;
