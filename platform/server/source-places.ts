import { readFileSync } from 'node:fs';

/** A place in the program that was made of the sources: which file, and on which line. */
const BUILT = /(?:file:\/\/)?(\/[^\s()]*\/dist\/server\/[\w-]+\.js):(\d+):\d+/;

/** Of each file of the program: from which line on which source stands there. */
const sections = new Map<string, [line: number, source: string][]>();

/**
 * A line of a stack as somebody who reads the sources understands it: where it stands in the program that was made of them
 * (`scripts/lib/make-program.mjs`), the source is named in its place. Read when the first error is logged, never before.
 */
export function inSources(line: string): string {
  const [place, file, number] = BUILT.exec(line) ?? [];
  if (!place || !file) return line;
  const source = sectionsOf(file).findLast(([from]) => from < Number(number));
  return source ? line.replace(place, `${source[1]} (${place.slice(place.lastIndexOf('/') + 1)})`) : line;
}

function sectionsOf(file: string): [number, string][] {
  const known = sections.get(file);
  if (known) return known;
  let found: [number, string][] = [];
  try {
    found = readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) => (text.startsWith(SECTION) ? [[index + 1, text.slice(SECTION.length)]] : []));
  } catch {
    found = [];
  }
  sections.set(file, found);
  return found;
}

/** As the builder marks where a source begins. */
const SECTION = '//#region ';
