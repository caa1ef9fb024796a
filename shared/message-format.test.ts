import { globSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { languages } from './languages.ts';
import { readMessage } from './message-format.ts';

const NAMES = /\{\s*(\w+)\s*[,}]/g;
const KINDS = ['yes', 'mail', 'other', ''];

/** The same values for both: numbers where plural rules differ, words, and nothing. */
const valuesOf = (message: string, turn: number): Record<string, string | number> =>
  Object.fromEntries(
    [...message.matchAll(NAMES)].map(([, name]) => [
      name!,
      new RegExp(`\\{\\s*${name}\\s*,\\s*select`).test(message)
        ? KINDS[turn % KINDS.length]!
        : new RegExp(`\\{\\s*${name}\\s*,`).test(message)
          ? [0, 1, 2, 5, 21, 1_234_567.5][turn % 6]!
          : ['Ana', 0, "O'Neil {x}", '', 1_000][turn % 5]!,
    ]),
  );

describe.each(languages)('every text in %s', (language) => {
  const files = globSync(`{features,platform,apps,shared}/**/text/${language}.json`);
  test('reads like the library of the field reads it', () => {
    const texts = files.flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>),
    );
    expect(texts.length).toBeGreaterThan(1_000);
    for (const [key, message] of texts.filter(([, words]) => /[{}']/.test(words))) {
      const library = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      const ours = readMessage(message, language);
      for (let turn = 0; turn < 6; turn += 1) {
        const values = valuesOf(message, turn);
        expect(ours(values), key).toBe(String(library.format(values)));
      }
    }
  });
});

test.each([
  ["it's", "it's"],
  ["it''s", "it's"],
  ["'{name}' stands for {name}", '{name} stands for Ana'],
  ["'{it''s}' {name}", "{it's} Ana"],
  ['{n, plural, one {# {n, select, other {in #}}} other {#}}', '1 in #'],
  ['{ n , plural , =1 { one } other {#} }', ' one '],
  ["{n, plural, other {'#' #}}", '# 1'],
  ['no # here', 'no # here'],
])('“%s” becomes “%s”, as in the library', (message, expected) => {
  expect(readMessage(message, 'en-US')({ n: 1, name: 'Ana' })).toBe(expected);
  const library = new IntlMessageFormat(message, 'en-US', undefined, { ignoreTag: true });
  expect(String(library.format({ n: 1, name: 'Ana' }))).toBe(expected);
});

test.each(['{', '{name', '{name}}', '{n, plural, one {x}}', '{n, date}', '{n, plural, one x}', '{}'])(
  '“%s” is no message, and said so',
  (message) => {
    expect(() => readMessage(message, 'en-US')).toThrow('of “');
  },
);

test('a value nobody gave is a fault, one that is not known is nothing', () => {
  const fill = readMessage('<{name}>', 'en-US');
  expect(() => fill({})).toThrow('{name}');
  expect([null, undefined, '', 0, 5].map((name) => fill({ name }))).toEqual(['<>', '<>', '<>', '<0>', '<5>']);
});
