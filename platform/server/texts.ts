import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/languages.ts';
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

/** A language is read when somebody is first spoken to in it. */
function readTexts(): ServerTexts {
  const byLanguage = new Map<Language, Map<string, string>>();
  function textsIn(language: Language): Map<string, string> {
    let texts = byLanguage.get(language);
    if (!texts) byLanguage.set(language, (texts = textsOf(language)));
    return texts;
  }
  return {
    say(language, key, values = {}) {
      const text = textsIn(language).get(key) ?? textsIn('en-US').get(key) ?? key;
      return text.includes('{') ? readMessage(text, language)(values) : text;
    },
    has: (language, key) => textsIn(language).has(key),
  };
}

function textsOf(language: Language): Map<string, string> {
  const folders = [
    'shared/text',
    'shared/codes/text',
    'shared/codes/pages/text',
    'platform/web/text',
    'apps/web/shell/text',
    ...globSync('features/*/*/web/{text,home/text}', { cwd: root }),
  ];
  return new Map(
    folders
      .map((folder) => join(root, folder, `${language}.json`))
      .filter((file) => existsSync(file))
      .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)),
  );
}
