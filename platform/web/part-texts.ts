import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { knownFailures } from './known-failures.ts';

const keysOf = (rows: [string, object][]): string[] => ['error.unexpected', ...rows.map(([name]) => `error.${name}`)];
const known = Object.entries(knownFailures);
/** What the sign-in page says when nothing can be fetched: also why somebody has no session, or gets none. */
const WORDED_OUTSIDE = keysOf(known);
/** The same inside a session, whose end is told outside. */
const WORDED_INSIDE = keysOf(known.filter(([, row]) => !('endsSession' in row)));

/**
 * The first words of a page are few of those their files hold. Folders of words, and what each takes of a file of texts: keys, or what they
 * begin with. The others come when they are said; where nothing is built, in tests and while developing, every file is whole.
 */
const PARTS: { words: RegExp; texts: RegExp; takes: (key: string) => boolean }[] = [
  {
    words: /\/platform\/web\/words\//,
    texts: /\/shared\/text\//,
    takes: (key) => !key.startsWith('error.') || WORDED_INSIDE.includes(key),
  },
  {
    words: /\/account\/web\/outside\/words\//,
    texts: /\/shared\/text\//,
    takes: (key) => WORDED_OUTSIDE.includes(key),
  },
  {
    words: /\/account\/web\/outside\/words\//,
    texts: /\/platform\/web\/text\//,
    takes: (key) => ['ui.codeAway', 'ui.retry'].includes(key),
  },
  {
    words: /\/account\/web\/outside\/words\//,
    texts: /\/account\/web\/text\//,
    takes: (key) => key.startsWith('account.outside.'),
  },
];

/** The texts of a file that the words at an address take; null where they take it whole. */
export function partFor(words: string, file: string, json: string): string | null {
  const part = PARTS.find((one) => one.words.test(words) && one.texts.test(file));
  if (!part) return null;
  const texts = Object.entries(JSON.parse(json) as Record<string, string>);
  return JSON.stringify(Object.fromEntries(texts.filter(([key]) => part.takes(key))));
}

const WORDS = '?of-words=';

export const partTexts: Plugin = {
  name: 'part-texts',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\.json$/ },
    async handler(id, importer) {
      if (!importer || !PARTS.some(({ words }) => words.test(importer))) return null;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && `${found.id}${WORDS}${importer}`;
    },
  },
  load: {
    filter: { id: /\?of-words=/ },
    handler(id) {
      const [file, words] = id.split(WORDS) as [string, string];
      const json = readFileSync(file, 'utf8');
      return { code: `export default ${partFor(words, file, json) ?? json}`, moduleType: 'js' };
    },
  },
};
