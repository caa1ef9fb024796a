import { z } from 'zod';
import { countries } from '#shared/countries.ts';

/** What somebody hears before their call is recorded: nothing, that it is recorded, or a question they answer with a key. */
export const recordingWords = ['none', 'notice', 'consent'] as const;
const Word = z.enum(recordingWords);
export type RecordingWord = z.infer<typeof Word>;

const isCountry = new Set(countries.map(({ iso2 }) => iso2));
const isOnce = (list: readonly { country: string }[]): boolean =>
  new Set(list.map(({ country }) => country)).size === list.length;

/** What is said before recording, by the country of who calls or is called. The team chooses; nothing here knows any law. */
export const RecordingRules = z.object({
  countries: z
    .array(
      z.object({
        country: z
          .string()
          .length(2)
          .refine((iso2) => isCountry.has(iso2), 'no country'),
        word: Word,
      }),
    )
    .max(250)
    .refine(isOnce, 'a country twice'),
  /** In every other country. */
  otherwise: Word,
  /** Where nobody knows the country: a hidden number, or a call from the page of a chat. */
  unknown: Word,
});
export type RecordingRules = z.infer<typeof RecordingRules>;

export const noRecordingRules: RecordingRules = { countries: [], otherwise: 'none', unknown: 'none' };

/** What has to be said to somebody of this country; null where nobody knows it. */
export function recordingWordFor(rules: RecordingRules, country: string | null): RecordingWord {
  if (country === null) return rules.unknown;
  return rules.countries.find((rule) => rule.country === country)?.word ?? rules.otherwise;
}

/** Whether these rules say anything to anybody. */
export const saysNothing = ({ countries: list, otherwise, unknown }: RecordingRules): boolean =>
  [otherwise, unknown, ...list.map(({ word }) => word)].every((word) => word === 'none');
