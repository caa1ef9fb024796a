import { sql, type RawBuilder } from 'kysely';
import { countryOf } from '#core/call/number-country.ts';
import { countries } from '#shared/countries.ts';
import type { Language } from '#shared/languages.ts';
import type { PriceSearch } from '../contract.ts';

/** Digits behind a country's code from which on those that share it are told apart. */
const SHOWN_APART = 3;
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Countries by a part of their name in a language, or by their two letters. */
function countriesNamed(words: string, language: Language): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const wanted = plain(words);
  return countries
    .filter(({ iso2 }) => iso2.toLowerCase() === wanted || plain(names.of(iso2) ?? '').includes(wanted))
    .map(({ iso2 }) => iso2);
}

/** Countries whose numbers can begin so. */
const countriesOfDigits = (digits: string): string[] =>
  countries
    .filter(
      ({ iso2, code }) =>
        code.startsWith(digits) ||
        (digits.startsWith(code) && (digits.length < code.length + SHOWN_APART || countryOf(digits) === iso2)),
    )
    .map(({ iso2 }) => iso2);

/** Prices that may count for numbers of these countries: theirs, and those of no country with fitting digits. */
function ofCountries(iso2s: readonly string[]): RawBuilder<boolean> {
  if (iso2s.length === 0) return sql<boolean>`false`;
  const codes = [...new Set(countries.filter(({ iso2 }) => iso2s.includes(iso2)).map(({ code }) => code))];
  const widest = codes.filter((code) => !codes.some((other) => other !== code && code.startsWith(other)));
  return sql<boolean>`(r.country = any(${iso2s}::text[]) or r.country = '' and r.service not in ('seat', 'storage')
    and (${besideDigits(widest)}))`;
}

/** Prefixes that begin with some of these digits, or that these begin with: as ranges, so that the index of prefixes finds them. */
function besideDigits(all: readonly string[]): RawBuilder<boolean> {
  const shorter = new Set(all.flatMap((digits) => Array.from(digits, (_, length) => digits.slice(0, length))));
  const behind = all.map((digits) => sql<boolean>`r.prefix >= ${digits} and r.prefix < ${`${digits}:`}`);
  return sql<boolean>`${sql.join([sql`r.prefix = any(${[...shorter]}::text[])`, ...behind], sql` or `)}`;
}

/** SQL: whether a price `r` is among those somebody looks for. */
export function isLookedFor({ service, kind, country, words }: PriceSearch, language: Language): RawBuilder<boolean> {
  const wanted: RawBuilder<boolean>[] = [];
  if (service !== undefined) wanted.push(sql`r.service = ${service}`);
  if (kind === 'inbound' || kind === '') wanted.push(sql`r.service = 'call' and r.kind = ${kind}`);
  else if (kind !== undefined) wanted.push(sql`r.service = 'call' and r.kind in ('', ${kind})`);
  if (country !== undefined) wanted.push(ofCountries([country]));
  const digits = /^[+\d\s().-]+$/.test(words) ? words.replace(/\D/g, '').replace(/^00/, '') : '';
  if (digits !== '')
    wanted.push(
      sql`r.service not in ('seat', 'storage') and (${besideDigits([digits])})
        and (r.country = '' or r.country = any(${countriesOfDigits(digits)}::text[]))`,
    );
  else if (words !== '') wanted.push(ofCountries(countriesNamed(words, language)));
  return wanted.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(wanted, sql` and `)}`;
}
