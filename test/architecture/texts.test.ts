import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { missingTexts } from '../missing-texts.ts';
import { namesOf, sourceFiles } from './source-tree.ts';

const folders = [...new Set(globSync('{features,platform,apps,shared}/**/text/*.json').map((file) => dirname(file)))];

test.each(folders)('[SHELL-01] [complaint 19] %s is complete in four languages', (folder) => {
  expect(missingTexts(folder)).toEqual([]);
});

test('a text of a feature starts with its name', () => {
  const wrong = globSync('features/*/*/web/text/en-US.json').flatMap((file) => {
    const names = namesOf(file.split('/').slice(0, 3).join('/'));
    return Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)
      .filter((key) => !names.some((name) => key.startsWith(`${name}.`)))
      .map((key) => `${file}: ${key}`);
  });
  expect(wrong).toEqual([]);
});

test('[SHELL-32] [SHELL-33] every warning and success the specification names is said by somebody', () => {
  const sources = ['apps', 'features', 'platform', 'core']
    .flatMap(sourceFiles)
    .map((file) => readFileSync(file, 'utf8'));
  const notices = Object.keys(JSON.parse(readFileSync('shared/text/en-US.json', 'utf8')) as object).filter(
    (key) => !key.startsWith('error.'),
  );
  expect(notices.length).toBeGreaterThan(25);
  expect(notices.filter((key) => !sources.some((source) => source.includes(`'${key}'`)))).toEqual([]);
});

test('every text can be read, and names the same values in every language', () => {
  const wrong = folders.flatMap((folder) => {
    const read = (language: string) =>
      JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, string>;
    const english = read('en-US');
    return languages.flatMap((language) =>
      Object.entries(read(language))
        .filter(([key, text]) => valuesOf(text) !== valuesOf(english[key]!))
        .map(([key]) => `${language} ${key}`),
    );
  });
  expect(wrong).toEqual([]);
});

/** The names of the values an ICU message asks for. */
function valuesOf(text: string): string {
  // Most have none, and reading them takes seconds all together.
  if (!/[{}]/.test(text)) return '';
  const names = new Set<string>();
  interface Part {
    type: number;
    value?: string;
    options?: Record<string, { value: Part[] }>;
  }
  const collect = (parts: Part[]): void => {
    for (const { type, value, options } of parts) {
      if (type !== LITERAL && type !== POUND && value) names.add(value);
      for (const option of Object.values(options ?? {})) collect(option.value);
    }
  };
  collect(new IntlMessageFormat(text, 'en-US', undefined, { ignoreTag: true }).getAst() as Part[]);
  return [...names].sort().join();
}
const LITERAL = 0;
const POUND = 7;
