import { expect, test } from 'vitest';
import type { Flow } from '#core/flow/flow.ts';
import { languagesLeftBehind } from './left-behind.ts';

const saying = (...all: Record<string, string>[]): Flow =>
  ({
    languages: ['en', 'es', 'zh'],
    nodes: all.map((words, place) => ({ id: `n${place}`, settings: { prompt: { words, sounds: {} } } })),
  }) as unknown as Flow;
const hello = { en: 'Hello', es: 'Hola', zh: '你好' };

test.each<[string, Flow, string[]]>([
  ['nothing', saying(hello), []],
  ['one of three', saying({ ...hello, en: 'Good day' }), ['es', 'zh']],
  ['all', saying({ en: 'Good day', es: 'Buen día', zh: '您好' }), []],
  ['a step that is new', saying(hello, { en: 'Bye' }), []],
])('[FLOW-05] where %s was changed, the languages that kept the old text are named', (_, after, left) => {
  expect(languagesLeftBehind(saying(hello), after)).toEqual(left);
});
