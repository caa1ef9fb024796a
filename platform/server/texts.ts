import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '#shared/languages.ts';
import { readMessage } from '#shared/message-format.ts';

/** The texts the server itself says: menu names, mails, headings of files. The same files the pages use. */
export interface ServerTexts {
  say(language: Language, key: string, values?: Record<string, string | number>): string;
  has(language: Language, key: string): boolean;
}

const root = join(import.meta.dirname, '../..');

let loaded: ServerTexts | undefined;

/** Read once for the process: tests build dozens of servers in one. */
export const loadTexts = (): ServerTexts => (loaded ??= readTexts());

function readTexts(): ServerTexts {
  const folders = [
    'shared/text',
    'shared/codes/text',
    'shared/codes/pages/text',
    'platform/web/text',
    'apps/web/shell/text',
    ...globSync('features/*/*/web/{text,home/text}', { cwd: root }),
  ];
  const byLanguage = Object.fromEntries(
    languages.map((language) => [
      language,
      new Map(
        folders
          .map((folder) => join(root, folder, `${language}.json`))
          .filter((file) => existsSync(file))
          .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)),
      ),
    ]),
  ) as Record<Language, Map<string, string>>;

  return {
    say(language, key, values = {}) {
      const text = byLanguage[language].get(key) ?? byLanguage['en-US'].get(key) ?? key;
      return text.includes('{') ? readMessage(text, language)(values) : text;
    },
    has: (language, key) => byLanguage[language].has(key),
  };
}
