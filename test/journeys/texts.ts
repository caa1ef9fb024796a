import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '../../shared/languages.ts';

const files = [
  'apps/web/shell',
  'features/team/access/web',
  'features/team/account/web',
  'features/office/home/web',
  'features/voice/softphone/web',
  'features/voice/workbench/web',
  'shared',
];
const root = join(import.meta.dirname, '../..');
const read = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...files.map(
      (folder) => JSON.parse(readFileSync(join(root, folder, 'text', `${language}.json`), 'utf8')) as object,
    ),
  );
const texts = Object.fromEntries(languages.map((language) => [language, read(language)])) as Record<
  Language,
  Record<string, string>
>;

/** The product's words in a language. */
export const say = (language: Language, key: string): string => texts[language][key]!;
