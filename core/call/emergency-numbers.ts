import { countries } from '#shared/countries.ts';

/** Numbers people call for help, by country; what every mobile network understands stands apart. */
const everywhere = ['112', '911'];
const byCountry: Readonly<Record<string, string>> = {
  AE: '997 998 999',
  AR: '100 101 107',
  AT: '122 133 144',
  AU: '000',
  BE: '100 101',
  BR: '190 192 193',
  CH: '117 118 144',
  CL: '131 132 133',
  CN: '110 119 120 122',
  CO: '123',
  CZ: '150 155 158',
  DE: '110',
  EG: '122 123 180',
  FR: '15 17 18',
  GB: '999',
  GR: '100 166 199',
  HK: '999',
  HU: '104 105 107',
  ID: '110 113 118 119',
  IE: '999',
  IL: '100 101 102',
  IN: '100 101 102 108',
  IT: '113 115 118',
  JP: '110 119',
  KE: '999',
  KR: '119',
  MX: '066',
  MY: '999',
  NO: '110 113',
  NZ: '111',
  PE: '105 106 116',
  PL: '997 998 999',
  RU: '101 102 103',
  SA: '997 998 999',
  SG: '995 999',
  TH: '191 1669',
  TW: '110 119',
  UA: '101 102 103',
  VN: '113 114 115',
  ZA: '10111 10177',
};

/** Countries by the code they are dialled by; where several share one, all of them. */
const byCode = new Map<string, string[]>();
for (const { iso2, code } of countries) byCode.set(code, [...(byCode.get(code) ?? []), iso2]);

/** Whether somebody calls for help with these digits, in a country of this dialling code; without one, anywhere. */
export const isEmergencyNumber = (digits: string, code: string): boolean =>
  everywhere.includes(digits) || (byCode.get(code) ?? []).some((iso2) => byCountry[iso2]?.split(' ').includes(digits));
