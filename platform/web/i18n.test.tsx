import { act, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { languages, type Language } from '#shared/languages.ts';
import { lazily } from './feature.ts';
import { changeLanguage, ensureTexts, language, text, textFiles, textOf, useText, type TextKey } from './i18n.ts';
import { choice, session } from './session.ts';

const words: Record<Language, string> = {
  'en-US': '{count, plural, one {# call} other {# calls}}',
  'zh-CN': '{count, number} 通电话',
  'es-MX': '{count, plural, one {# llamada} other {# llamadas}}',
  'id-ID': '{count, number} panggilan',
};
const calls = (wanted: Language) => Promise.resolve({ 'try.calls': words[wanted] });

test('[SHELL-01] the kit speaks four languages with the same keys', async () => {
  const files = import.meta.glob<Record<string, string>>('./text/*.json', { import: 'default' });
  const load = textFiles(files);
  const english = Object.keys(await load('en-US')).sort();
  for (const one of languages) expect(Object.keys(await load(one)).sort()).toEqual(english);
});

test('[SHELL-01] a change of language changes the words in place and is remembered', async () => {
  let mounts = 0;
  function Counter() {
    const t = useText();
    useState(() => (mounts += 1));
    return <p>{t('try.calls' as TextKey, { count: 2 })}</p>;
  }
  await ensureTexts('try', calls);
  render(<Counter />);
  expect(screen.getByText('2 calls')).toBeTruthy();
  await act(() => changeLanguage('es-MX'));
  expect(screen.getByText('2 llamadas')).toBeTruthy();
  expect(mounts).toBe(1);
  expect(document.documentElement.lang).toBe('es-MX');
  expect(choice.get('language')).toBe('es-MX');
});

test('[complaint 19] the language outlives the session: the sign-in page speaks it, also after a reload', async () => {
  session.start('token');
  await changeLanguage('zh-CN');
  session.end();
  expect([session.token(), choice.get('language'), language()]).toEqual([null, 'zh-CN', 'zh-CN']);
  vi.resetModules();
  expect((await import('./i18n.ts')).language()).toBe('zh-CN');
});

test('the last of two choices made quickly counts', async () => {
  await Promise.all([changeLanguage('zh-CN'), changeLanguage('id-ID')]);
  expect(language()).toBe('id-ID');
});

test('a page of a feature is drawn when its texts are there', async () => {
  const feature = {
    name: 'late',
    text: () =>
      new Promise<Record<string, string>>((resolve) => setTimeout(() => resolve({ 'late.title': 'Late' }), 5)),
  };
  const Page = lazily(feature, async () => ({ default: () => <h1>{textOf('late.title')}</h1> }));
  render(
    <Suspense fallback="…">
      <Page />
    </Suspense>,
  );
  expect(await screen.findByText('Late')).toBeTruthy();
});

test('a text that is not there is an error while we develop', () => {
  expect(() => textOf('no.such.key')).toThrow('no.such.key');
  // @ts-expect-error a wrong key does not compile
  expect(() => text('ui.noSuchKey')).toThrow();
});
