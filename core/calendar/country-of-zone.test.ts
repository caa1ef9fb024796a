import { expect, test } from 'vitest';
import { countryOfZone } from './country-of-zone.ts';

test.each([
  ['America/Mexico_City', 'MX'],
  ['America/Tijuana', 'MX'],
  ['America/New_York', 'US'],
  ['Asia/Jakarta', 'ID'],
  ['Asia/Shanghai', 'CN'],
  ['Asia/Calcutta', 'IN'],
  ['America/Buenos_Aires', 'AR'],
  ['Europe/Madrid', 'ES'],
  ['UTC', null],
  ['Etc/GMT+5', null],
  ['nowhere', null],
])('[CC-05] the clocks of %s are those of %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

test('[CC-05] nearly every zone people choose tells a country', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) =>
    /^(America|Europe|Asia|Africa|Australia|Pacific)\//.test(zone),
  );
  const untold = zones.filter((zone) => countryOfZone(zone) === null);
  expect(untold.length / zones.length).toBeLessThan(0.05);
});
