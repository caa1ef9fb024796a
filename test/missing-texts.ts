import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '#shared/languages.ts';

/** The texts of a folder in one language. */
export const textsIn = (folder: string, language: Language): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, string>;

/** What is said in some languages and not in others, as `language key`. A text that is empty in all of them is meant so. */
export function missingTexts(folder: string): string[] {
  const texts = languages.map((language) => ({ language, sentences: textsIn(folder, language) }));
  const named = [...new Set(texts.flatMap(({ sentences }) => Object.keys(sentences)))];
  const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';
  return texts.flatMap(({ language, sentences }) =>
    named
      .filter(
        (key) =>
          sentences[key] === undefined ||
          (isBlank(sentences[key]) && texts.some((other) => !isBlank(other.sentences[key]))),
      )
      .map((key) => `${language} ${key}`),
  );
}
