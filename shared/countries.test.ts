import { expect, test } from 'vitest';
import { countries, diallingCode, flagOf } from './countries.ts';

test('[ADMIN-02] the countries our customers call most have the codes everybody knows', () => {
  const known = {
    CN: '86',
    US: '1',
    CA: '1',
    MX: '52',
    ID: '62',
    GB: '44',
    IN: '91',
    BR: '55',
    JP: '81',
    SG: '65',
    HK: '852',
    AE: '971',
    DO: '1',
    KZ: '7',
  };
  for (const [iso2, code] of Object.entries(known)) expect([iso2, diallingCode(iso2)]).toEqual([iso2, code]);
  expect(diallingCode('mx')).toBe('52');
  expect(diallingCode('ZZ')).toBeNull();
});

test('[ADMIN-02] no country stands in the table twice, and each has a name in every language', () => {
  expect(new Set(countries.map(({ iso2 }) => iso2)).size).toBe(countries.length);
  expect(countries.length).toBeGreaterThan(235);
  for (const language of ['en-US', 'zh-CN', 'es-MX', 'id-ID']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    expect(countries.filter(({ iso2 }) => !names.of(iso2))).toEqual([]);
  }
});

test('no dialling code is the beginning of another', () => {
  const all = [...new Set(countries.map(({ code }) => code))];
  expect(all.filter((code) => all.some((other) => other !== code && other.startsWith(code)))).toEqual([]);
});

test('a flag is its two letters', () => {
  expect(flagOf('mx')).toBe('🇲🇽');
});
