import { expect, test } from 'vitest';
import { readDialled } from '#core/call/dialled-number.ts';
import { countries } from '#shared/countries.ts';
import { atHome, STORY_COUNTRY, STORY_NUMBERS, storyNumber } from './story-numbers.ts';

test('[CC-16] every place has a number of its own that is kept for stories', () => {
  const numbers = Array.from({ length: STORY_NUMBERS }, (_, place) => storyNumber(place));
  expect(new Set(numbers).size).toBe(STORY_NUMBERS);
  expect(numbers.filter((number) => !/^1\d{3}55501\d\d$/.test(number) || number.startsWith('1415'))).toEqual([]);
  expect(numbers.filter((number) => readCountry(number) !== STORY_COUNTRY)).toEqual([]);
  expect(storyNumber(STORY_NUMBERS + 7)).toBe(storyNumber(7));
});

test('[CC-16] a number to dial is one of the country that may be called, and does the same', () => {
  expect(atHome('14155550100', 'MX')).toMatch(/^52\d{3}5550100$/);
  const wrong = countries.filter(({ iso2 }) => {
    const number = atHome('14155550103', iso2);
    return number !== null && (readCountry(number) !== iso2 || !number.endsWith('5550103'));
  });
  expect(wrong).toEqual([]);
});

test.each(['MX', 'US', 'CA', 'ID', 'CN', 'ES', 'BR', 'DE', 'GB', 'IN', 'NL', 'AR'])(
  '[CC-16] there are some in %s',
  (iso2) => {
    expect(readCountry(atHome('14155550100', iso2)!)).toBe(iso2);
  },
);

test('[CC-16] a country without a dialling code has none', () => {
  expect(atHome('14155550100', 'XX')).toBeNull();
});

function readCountry(number: string): string | null {
  const read = readDialled(`+${number}`, '');
  return read.is === 'number' ? read.country : null;
}
