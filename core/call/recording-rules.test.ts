import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countries } from '#shared/countries.ts';
import { noRecordingRules, RecordingRules, recordingWordFor, recordingWords, saysNothing } from './recording-rules.ts';

const rules = {
  countries: [
    { country: 'DE', word: 'consent' },
    { country: 'US', word: 'none' },
  ],
  otherwise: 'notice',
  unknown: 'consent',
} as const satisfies RecordingRules;

test.each([
  ['DE', 'consent'],
  ['US', 'none'],
  ['MX', 'notice'],
  [null, 'consent'],
] as const)('[CC-16] to somebody of %s the team says: %s', (country, word) => {
  expect(recordingWordFor(rules, country)).toBe(word);
});

test('[CC-16] a country that is named gets its own word, every other the same, whatever the order', () => {
  const country = fc.constantFrom(...countries.map(({ iso2 }) => iso2));
  const word = fc.constantFrom(...recordingWords);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ country, word }), { selector: (one) => one.country, maxLength: 20 }),
      word,
      word,
      country,
      (list, otherwise, unknown, asked) => {
        const chosen = { countries: list, otherwise, unknown };
        expect(RecordingRules.safeParse(chosen).success).toBe(true);
        const named = list.find((one) => one.country === asked);
        expect(recordingWordFor(chosen, asked)).toBe(named?.word ?? otherwise);
        expect(recordingWordFor({ ...chosen, countries: list.toReversed() }, asked)).toBe(named?.word ?? otherwise);
        if (saysNothing(chosen)) expect(recordingWordFor(chosen, asked)).toBe('none');
      },
    ),
  );
});

test.each([
  [{ ...rules, countries: [...rules.countries, { country: 'DE', word: 'none' }] }],
  [{ ...rules, countries: [{ country: 'ZZ', word: 'none' }] }],
  [{ ...rules, otherwise: 'always' }],
  [{ countries: [] }],
])('[CC-16] %j is no set of rules', (wrong) => {
  expect(RecordingRules.safeParse(wrong).success).toBe(false);
});

test('[CC-16] without rules nothing is said', () => {
  expect(saysNothing(noRecordingRules)).toBe(true);
  expect(saysNothing(rules)).toBe(false);
});
