import { dirname, join, posix, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '#shared/languages.ts';

/** Groups of parts and folders of words by their addresses in `features/`, which are one file each. */
export type Together = Record<string, { parts: readonly string[]; words: readonly string[] }>;

const FEATURES = join(import.meta.dirname, '../../features');
const BEGIN = 'fetched-together:';
/** Where features say what they bring. */
const LIST = /\/features\/[\w-]+\/[\w-]+\/web\/(?:index|texts)\.ts$/;
/** How they fetch a part, and a folder of words. */
export const PART = /\bimport\('(\.\/[^']+)'\)/g;
export const WORDS = /\bimport\.meta\.glob\('(\.\/[^']+)\/\*\.json', \{ import: 'default' \}\)/g;

interface Place {
  group: string;
  name: string;
}

/** Which group each address is in, and by which name it is taken out of it. */
function placesIn(together: Together, kind: 'parts' | 'words'): Map<string, Place> {
  return new Map(
    Object.entries(together).flatMap(([group, { [kind]: addresses }]) =>
      addresses.map((address, at) => [address, { group, name: `at${at}` }] as const),
    ),
  );
}

/** A feature's list, which stands at `file`, with its parts and words taken out of the groups they travel in. */
export function fetchedTogether(together: Together, code: string, file: string): string {
  const [parts, words] = [placesIn(together, 'parts'), placesIn(together, 'words')];
  const address = (path: string): string =>
    posix.join(relative(FEATURES, dirname(file)).replaceAll(sep, '/'), path.slice(2));
  const taken = (id: string, name: string): string => `import('${BEGIN}${id}').then((all) => all.${name})`;
  return code
    .replaceAll(PART, (whole, path: string) => {
      const place = parts.get(address(path));
      return place ? taken(place.group, place.name) : whole;
    })
    .replaceAll(WORDS, (whole, folder: string) => {
      const place = words.get(address(folder));
      if (!place) return whole;
      const files = languages.map(
        (one) => `'${folder}/${one}.json': () => ${taken(`${place.group}/${one}`, place.name)}`,
      );
      return `{ ${files.join(', ')} }`;
    });
}

/** The file of a group, or of its words in a language: `around`, `around/en-US`. */
export function groupFile(together: Together, id: string): string {
  const [group, language] = id.split('/') as [string, string?];
  const { parts, words } = together[group]!;
  return language === undefined
    ? parts.map((part, at) => `export * as at${at} from '${join(FEATURES, part)}';`).join('\n')
    : words
        .map((folder, at) => `export { default as at${at} } from '${join(FEATURES, folder, language)}.json';`)
        .join('\n');
}

/** How the file of a group is known to the bundler. */
export const groupId = (group: string): string => `\0${BEGIN}${group}`;

/**
 * When pages are built, what is listed is fetched as one. Telling the bundler to put modules into one file is not enough: each of them
 * keeps a file of its own that leads there, which is asked for first.
 */
export const fetchTogether = (together: Together): Plugin => ({
  name: 'fetch-together',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: /^fetched-together:/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0fetched-together:/ },
    handler: (id) => ({ code: groupFile(together, id.slice(1 + BEGIN.length)), moduleType: 'js' }),
  },
  transform: {
    filter: { id: LIST },
    handler: (code, id) => ({ code: fetchedTogether(together, code, id), map: null }),
  },
});
