import { expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { problemsOf } from '../../core/problems.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { changeLanguage, text } from '#platform/web/i18n.ts';
import { flows } from '../index.ts';
import { fieldName, problemText } from './problems.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const problemTexts = (flow: Parameters<typeof problemsOf>[0]): string[] =>
  problemsOf(flow).map(({ problem }) => problemText(text, problem));

test('[CC-07] what is wrong is told with the names of languages and in words, in the language of the reader', async () => {
  await ensureFeatureTexts(flows);
  const silent = aFlow({ hi: { kind: 'say', settings: { spoken: words('Hi') } } }, ['start next hi'], {
    languages: ['en', 'es'],
  });
  expect(problemTexts(silent)).toEqual(['Not said in Spanish yet']);
  const unfinished = aFlow(
    { s: { kind: 'setVariable', settings: { sets: [{ attrKey: 'callerNumber', expression: '1 +' }] } } },
    ['start next s'],
  );
  expect(problemTexts(unfinished)).toEqual(['callerNumber: something is missing (character 4)']);
  expect(problemText(text, { text: 'doubledEdge', values: { branch: 'other' } })).toBe(
    'The branch Anything else leads to two places',
  );
  expect(problemText(text, { text: 'doubledEdge', values: { branch: 'k1' } })).toBe(
    'The branch k1 leads to two places',
  );
  expect([fieldName({ text: 'badSetting', field: 'intents.0.examples' }), fieldName({ text: 'circle' })]).toEqual([
    'What people say',
    '',
  ]);
  await changeLanguage('es-MX');
  expect(problemTexts(silent)).toEqual(['Falta decirlo en Español']);
  await changeLanguage('en-US');
});
