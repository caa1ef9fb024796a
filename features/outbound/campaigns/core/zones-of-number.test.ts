import { expect, test } from 'vitest';
import { zonePlans } from './area-zones.ts';
import { zonesOfCustomer } from './zones-of-number.ts';

test.each([
  ['a number of New York', '12125550100', 'America/New_York'],
  ['one of West Florida, on the border of two zones', '18505550100', 'America/Chicago America/New_York'],
  ['one of Arizona, of which a part sets its clocks', '19285550100', 'America/Denver America/Phoenix'],
  ['one of Hawaii', '18085550100', 'Pacific/Honolulu'],
  ['one of Montreal', '15145550100', 'America/Toronto'],
  ['one of Mexico City', '525512345678', 'America/Mexico_City'],
  ['one of Tijuana', '526641234567', 'America/Tijuana'],
  ['one of Cancún', '529981234567', 'America/Cancun'],
  ['one of Manaus', '5592987654321', 'America/Manaus'],
  ['one of Perth', '61891234567', 'Australia/Perth'],
  ['one of Darwin', '61889123456', 'Australia/Darwin'],
  ['one of Novosibirsk', '73831234567', 'Asia/Krasnoyarsk Asia/Novosibirsk'],
  ['one of Bali', '62361123456', 'Asia/Makassar'],
  ['a mobile of Indonesia, which may be anywhere', '6281234567890', 'Asia/Jakarta Asia/Jayapura Asia/Makassar'],
  ['one of China, which has one clock by law', '8613812345678', 'Asia/Shanghai'],
  ['one of Tenerife', '34922123456', 'Atlantic/Canary'],
  ['one of France', '33123456789', 'Europe/Paris'],
  ['one of India', '919876543210', 'Asia/Calcutta'],
])('%s has its clocks', (_what, number, zones) => {
  expect(zonesOfCustomer(number).join(' ')).toBe(zones);
});

test('an area nobody knows yet has every zone of its country', () => {
  expect(zonesOfCustomer('12005550100')).toHaveLength(8);
});

test.each([
  ['narrows what a mobile leaves open', '6281234567890', { country: 'ID', timeZone: 'Asia/Makassar' }, 'Asia/Makassar'],
  [
    'counts beside a number that travelled',
    '12125550100',
    { country: 'US', timeZone: 'America/Los_Angeles' },
    'America/Los_Angeles America/New_York',
  ],
  [
    'is known by another name of the same clock',
    '15145550100',
    { country: '', timeZone: 'America/New_York' },
    'America/New_York',
  ],
  ['is left out where it is no zone', '12125550100', { country: '', timeZone: 'somewhere' }, 'America/New_York'],
  [
    'may be a country other than the number’s',
    '33612345678',
    { country: 'CN', timeZone: '' },
    'Asia/Shanghai Europe/Paris',
  ],
])('where a customer is %s', (_what, number, known, zones) => {
  expect(zonesOfCustomer(number, known).join(' ')).toBe(zones);
});

test('a customer of no country may be anywhere', () => {
  expect(zonesOfCustomer('8811234567')).toContain('Pacific/Kiritimati');
});

test('every zone of the table is one the runtime knows, and no area stands twice', () => {
  for (const { rest, areas } of Object.values(zonePlans)) {
    const names = [rest, ...areas.map(([zones]) => zones)].flatMap((zones) => zones.split(' '));
    for (const timeZone of names) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    const digits = areas.flatMap(([, listed]) => listed.split(' '));
    expect(digits.filter((area, n) => digits.indexOf(area) !== n)).toEqual([]);
  }
});
